import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { appendEvent, type Change } from "#server/features/log/log.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { listLinesAbout, listRoomsOf, listWritten, updateLine } from "./authors.queries.ts";
import { blankMessage, type EditDeps } from "./edits.service.ts";
import { listMessagesById, type MessageRow } from "./messages.queries.ts";
import { withoutName } from "./messages.rules.ts";
import { messageEditedKind } from "./messages.view.ts";

export { listRoomsOf };

export type AuthorDeps = Pick<
  EditDeps,
  "db" | "changes" | "clock" | "messagePurgeDays" | "messageParts"
>;

/** So many are one transaction: nobody waits longer for the lock of a room than for a few who delete. */
const PORTION = 20;
/** So many are read by one statement. */
const LOOK = 500;

/**
 * Takes the name of somebody who is gone out of the lines of the server, and leaves tombstones of all that they wrote where they
 * wanted that (rules-identity 50). Idempotent, and goes on wherever it was cut off.
 */
export async function forgetAuthor(
  deps: AuthorDeps,
  { userId, isAll }: { readonly userId: UserId; readonly isAll: boolean },
): Promise<void> {
  for (const roomId of await listRoomsOf(deps.db, userId)) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const from: Parameters<typeof listWritten>[2] = { after, limit: LOOK, isAll };
      const { ids, next } = await listWritten(deps.db, { roomId, userId }, from);
      for (let start = 0; start < ids.length; start += PORTION)
        await forgetIn(deps, roomId, userId, ids.slice(start, start + PORTION));
      after = next;
    }
    await forgetIn(deps, roomId, userId, await listLinesAbout(deps.db, roomId, userId));
  }
}

async function forgetIn(
  deps: AuthorDeps,
  roomId: RoomId,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<void> {
  if (ids.length === 0) return;
  await deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, userId, roomId);
    const rows = await listMessagesById(
      change.tx,
      ids.map((id) => ({ roomId, id })),
    );
    for (const row of rows) {
      if (row.type === "system") await rename(change, room, row, userId);
      else if (!row.isDeleted) await blankMessage(deps, change, { room, message: row });
    }
  });
}

async function rename(
  change: Change,
  room: RoomRow,
  row: MessageRow,
  userId: UserId,
): Promise<void> {
  const line = withoutName(row, userId);
  if (line.content === row.content) return;
  const event = { actorId: userId, messageId: row.id, facts: {} };
  const seq = await appendEvent(change, room, messageEditedKind, event);
  await updateLine(change.tx, row, line, seq);
}
