import type { RoomId } from "@colbin/protocol";
import { deleteLog } from "#server/features/log/log.service.ts";
import { lockRoom } from "#server/features/rooms/rooms.service.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { deleteMessages } from "./messages.queries.ts";

const PORTION = 1_000;

/** Removes the log of a room that nobody may read any more, messages with all that hangs on them first, in portions. */
export async function purgeLog(db: Db, roomId: RoomId): Promise<void> {
  while (await purgePortion(db, roomId, (tx) => deleteMessages(tx, roomId, PORTION)));
  while (await purgePortion(db, roomId, (tx) => deleteLog(tx, roomId, { limit: PORTION })));
}

/** The lock of the room keeps purges apart: without it, one would find nothing left while another still deletes the last portion. */
function purgePortion(
  db: Db,
  roomId: RoomId,
  remove: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return runTransaction(db, async (tx) => {
    await lockRoom(tx, roomId);
    return remove(tx);
  });
}
