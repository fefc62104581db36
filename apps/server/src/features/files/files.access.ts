import type { FileId } from "@colbin/protocol";
import { requireSendableRoom } from "#server/features/messages/messages.access.ts";
import { listUnreadable } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  findFile,
  isInDocumentOf,
  listRoomsShowing,
  listShowingRooms,
  type FileRow,
} from "./files.queries.ts";

/**
 * A file that the caller may see now: an own one, or one that is in no trash and that a message of a room shows which they may read, or
 * a document (rules-collab 31). FILE_NOT_FOUND for every other one, as if there were none.
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

/**
 * An own file that the caller may change as its messages show it: wherever these are they may write now. A room that they may not
 * write into, or that is archived, makes it ACCESS_LEVEL_TOO_LOW.
 */
export async function requireChangeableFile(db: Db, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await requireOwnFile(db, actor, id);
  for (const { slug, isInThreads } of await listShowingRooms(db, id)) {
    try {
      await requireSendableRoom(db, actor, slug, isInThreads ? "COMMENT" : "WRITE");
    } catch (error) {
      throw error instanceof AppError ? new AppError("ACCESS_LEVEL_TOO_LOW") : error;
    }
  }
  return file;
}

/** Somebody who is bound to one room has the files that they sent there, and no other ones. */
function isOwn(file: FileRow, { userId, boundRoomId }: Actor): boolean {
  return file.ownerId === userId && (boundRoomId === null || file.roomId === boundRoomId);
}

async function isShownTo(db: Db, { userId, boundRoomId }: Actor, id: FileId): Promise<boolean> {
  if (boundRoomId === null && (await isInDocumentOf(db, userId, id))) return true;
  const roomIds = await listRoomsShowing(db, id);
  const pairs = roomIds
    .filter((roomId) => boundRoomId === null || roomId === boundRoomId)
    .map((roomId) => ({ roomId, userId }));
  return (await listUnreadable(db, pairs)).length < pairs.length;
}
