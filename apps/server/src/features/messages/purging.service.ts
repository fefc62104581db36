import type { RoomId } from "@colbin/protocol";
import { deleteLog } from "#server/features/log/log.service.ts";
import type { Db } from "#server/platform/db/database.ts";
import { deleteMessages } from "./messages.queries.ts";

const PORTION = 1_000;

/** Removes the log of a room that nobody may read any more, messages with all that hangs on them first, in portions. */
export async function purgeLog(db: Db, roomId: RoomId): Promise<void> {
  while (await deleteMessages(db, roomId, PORTION));
  while (await deleteLog(db, roomId, { limit: PORTION }));
}
