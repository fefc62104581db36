import { ROOM_DELETE_GRACE_DAYS, type RoomId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { insertFormerSlug, isTaken, listEnded } from "./changes.queries.ts";
import { lockSlug, type RoomRow } from "./rooms.queries.ts";
import { toSlugs } from "./rooms.service.ts";

export {
  hasDeleted,
  listPeople,
  updateDeletion,
  updateRoom,
  type ChangeableRoom,
} from "./changes.queries.ts";

/* What a room becomes is decided by room-changes; here it is written. */

const DAY_MS = 24 * 60 * 60_000;

/**
 * Gives a room the address made of this text, or another one where that is taken or reserved (rules-rooms 9, 10); the one that it has
 * becomes a former one. The caller holds the room's lock, and writes the new one.
 */
export async function moveTo(tx: Tx, room: RoomRow, wanted: string): Promise<string> {
  const { workspaceId } = room;
  for (const slug of toSlugs(wanted)) {
    for (const each of [room.slug, slug].toSorted()) await lockSlug(tx, workspaceId, each);
    if (await isTaken(tx, { workspaceId, slug }, room.id)) continue;
    await insertFormerSlug(tx, room, slug);
    return slug;
  }
  throw new Error("There is always another address");
}

/** What ended until then cannot come back. */
export function toEnd(now: Date): Date {
  return new Date(now.getTime() - ROOM_DELETE_GRACE_DAYS * DAY_MS);
}

/** Rooms that are deleted, or empty, for so long that they are to be purged (rules-rooms 27, 35). */
export function listDueRooms(db: Db, now: Date): Promise<RoomId[]> {
  return listEnded(db, toEnd(now));
}
