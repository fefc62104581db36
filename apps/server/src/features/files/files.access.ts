import type { FileId } from "@colbin/protocol";
import { listUnreadable } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findFile, listRoomsShowing, type FileRow } from "./files.queries.ts";

/**
 * A file that the caller may see now: an own one, or one that is in no trash and that a message of a room shows which they may read
 * (rules-collab 31). FILE_NOT_FOUND for every other one, as if there were none.
 */
export async function requireSeenFile(db: Db, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await findFile(db, actor.workspaceId, id);
  if (file && (isOwn(file, actor) || (file.trashedAt === null && (await isShownTo(db, actor, id)))))
    return file;
  throw new AppError("FILE_NOT_FOUND");
}

/** A file of the caller's own; one that they only see is ACCESS_LEVEL_TOO_LOW. */
export async function requireOwnFile(db: Db, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await requireSeenFile(db, actor, id);
  if (!isOwn(file, actor)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return file;
}

/** Somebody who is bound to one room has the files that they sent there, and no other ones. */
function isOwn(file: FileRow, { userId, boundRoomId }: Actor): boolean {
  return file.ownerId === userId && (boundRoomId === null || file.roomId === boundRoomId);
}

async function isShownTo(db: Db, { userId, boundRoomId }: Actor, id: FileId): Promise<boolean> {
  const roomIds = await listRoomsShowing(db, id);
  const pairs = roomIds
    .filter((roomId) => boundRoomId === null || roomId === boundRoomId)
    .map((roomId) => ({ roomId, userId }));
  return (await listUnreadable(db, pairs)).length < pairs.length;
}
