import type { File, MessageFile } from "@colbin/protocol";
import type { MessagePart } from "#server/features/messages/messages.service.ts";
import { deleteReferencesOf, listShown, type FileRow } from "./files.queries.ts";
import { toStatus } from "./files.rules.ts";

/** The files of a message, as they are at the moment of reading. */
export const filesPart: MessagePart<MessageFile[]> = {
  bit: 256,
  async load(db, rows) {
    const shown = await listShown(db, rows);
    const byMessage = Map.groupBy(shown, ({ messageId }) => messageId);
    return new Map(
      [...byMessage].map(([id, files]) => [id, files.map((row) => toMessageFile(row, row.alt))]),
    );
  },
  erase: ({ tx }, _room, { roomId, id }) => deleteReferencesOf(tx, { roomId, id }),
};

/** The facts of a file for everybody who sees it; of a deleted one no more than its name. */
function toFacts(row: FileRow): MessageFile {
  const { id, name, mediaType, size, width, height, durationMs, blur, variants } = row;
  const status = toStatus({ ...row, hasBytes: row.sha256 !== null });
  const facts = { id, name, mediaType, size, status, variants: [...variants] };
  if (status === "deleted") {
    const isExpired = row.status === "expired";
    return { ...facts, variants: [], ...(isExpired && { isExpired }) };
  }
  return {
    ...facts,
    ...(status === "ready" && row.isUnscanned && { isUnscanned: true }),
    ...(width !== null && height !== null && { width, height }),
    ...(durationMs !== null && { durationMs }),
    ...(blur !== null && { blur }),
  };
}

/** A file as its lists show it. */
export function toFile(row: FileRow, place: File["place"] = null): File {
  const { type, ownerId, ownerName, createdAt, trashedAt } = row;
  const facts = toFacts({ ...row, trashedAt: null });
  return {
    ...facts,
    type,
    ownerId,
    ownerName,
    createdAt: createdAt.toISOString(),
    trashedAt: trashedAt?.toISOString() ?? null,
    place,
  };
}

/** A file as a message shows it. */
export function toMessageFile(row: FileRow, alt: string | undefined): MessageFile {
  return { ...toFacts(row), ...(alt !== undefined && alt !== "" && { alt }) };
}
