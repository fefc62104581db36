import type { FileInput, MessageFile, RoomId, UserId } from "@colbin/protocol";
import type { SentFiles } from "#server/features/messages/messages.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { listShown, listUsable } from "./files.queries.ts";
import { filesPart, toMessageFile } from "./files.view.ts";

/** The files of messages that are sent. */
export function createSentFiles({ db }: { readonly db: Db }): SentFiles {
  return {
    bit: filesPart.bit,
    async require(
      files: readonly FileInput[],
      into: { readonly roomId: RoomId; readonly userId: UserId },
      isRepeated: () => Promise<boolean>,
    ): Promise<MessageFile[]> {
      const usable = new Map((await listUsable(db, into, files)).map((row) => [row.id, row]));
      const shown: MessageFile[] = [];
      for (const { fileId, alt } of files) {
        const row = usable.get(fileId);
        if (row && !shown.some(({ id }) => id === fileId)) shown.push(toMessageFile(row, alt));
        else if (!(await isRepeated())) throw new AppError("FILE_NOT_USABLE", { fileId });
      }
      return shown;
    },
    async copy(source) {
      const from = { roomId: source.roomId, messageId: source.id };
      const living = (await listShown(db, [source])).filter(
        (row) => row.sha256 !== null && row.trashedAt === null,
      );
      return {
        sent: living.map(({ id: fileId, alt }) => ({ fileId, alt, from })),
        shown: living.map((row) => toMessageFile(row, row.alt)),
      };
    },
  };
}
