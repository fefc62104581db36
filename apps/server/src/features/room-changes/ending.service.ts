import { isOwnerless, type ChangedRoom, type RoomId } from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import { cancelRequests } from "#server/features/participants/request-outcomes.service.ts";
import {
  setHidden,
  type ParticipantDeps,
} from "#server/features/participants/participants.service.ts";
import {
  requireManagedRoomForChange,
  requireNotGeneral,
  requireLockedRoom,
  requireVisibleRoom,
} from "#server/features/rooms/rooms.access.ts";
import {
  findRoom,
  hasDeleted,
  isInRoom,
  toEnd,
  toRoomCard,
  updateDeletion,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { changeRoom, tellAct } from "./changes.service.ts";

/* Rooms that are over, for a time or for ever (rules-rooms 33 to 35). */

const shared = ["channel", "group"] as const;

/**
 * Makes a room read-only for everybody, which its OWNERs and ADMINs may take back; again changes nothing. A direct room and the saved one
 * are only hidden from the caller (rules-rooms 32, 33).
 */
export async function archiveRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
): Promise<ChangedRoom> {
  const seen = await requireVisibleRoom(deps.db, actor, slug);
  if (isOwnerless(seen.roomType)) {
    await setHidden(deps.db, actor.userId, [seen.id], true);
    await deps.pushRooms(actor, [seen.id]);
    return toRoomCard(seen);
  }
  return deps.changes.run(async (change) => {
    const room = await requireArchivable(change.tx, actor, seen.id);
    if (room.status === "ARCHIVED") return toRoomCard(room);
    requireNotGeneral(room);
    const content = `${actor.fullName} archived the room`;
    const line = { kind: "archived", content } as const;
    const at = deps.clock.now();
    await tellAct(change, actor, room, { at, audit: "room archived", line });
    await cancelRequests(change, room, at);
    return changeRoom(change, actor, room, { status: "ARCHIVED" });
  });
}

function requireArchivable(tx: Tx, actor: Actor, id: RoomId) {
  return requireManagedRoomForChange(tx, actor, id, { needs: "MANAGE_ROOM", types: shared });
}

/** Gives an archived room back as it was, with its people and what they have read; again changes nothing (rules-rooms 34). */
export async function unarchiveRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
): Promise<ChangedRoom> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const back = await deps.changes.run(async (change): Promise<ChangedRoom> => {
    const room = await requireArchivable(change.tx, actor, id);
    if (room.status !== "ARCHIVED") return toRoomCard(room);
    const content = `${actor.fullName} unarchived the room`;
    const line = { kind: "unarchived", content } as const;
    await tellAct(change, actor, room, { at: deps.clock.now(), audit: "room unarchived", line });
    return giveBack(change, actor, room);
  });
  await deps.pushRooms(actor, [back.roomId]);
  return back;
}

/** It stands again in the lists of all who are in it, which no event of a room can say. */
function giveBack(change: Change, actor: Actor, room: RoomRow): Promise<ChangedRoom> {
  change.people.push({ workspaceId: room.workspaceId, userId: null, roomId: room.id });
  return changeRoom(change, actor, room, { status: "ACTIVE" });
}

/** Takes a room away from everybody; the same OWNER may restore it for ROOM_DELETE_GRACE_DAYS (rules-rooms 35). */
export async function deleteRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
): Promise<ChangedRoom> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async (change) => {
    const door = { needs: "DELETE_ROOM", types: shared } as const;
    const room = await requireManagedRoomForChange(change.tx, actor, id, door);
    requireNotGeneral(room);
    const at = deps.clock.now();
    await tellAct(change, actor, room, { at, audit: "room deleted" });
    await cancelRequests(change, room, at);
    await updateDeletion(change.tx, id, { at, by: actor.userId });
    return changeRoom(change, actor, room, { status: "DELETED" });
  });
}

/** Gives a deleted room back to everybody who was in it; to whoever may not do that it is not there. */
export async function restoreRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
): Promise<ChangedRoom> {
  const at = deps.clock.now();
  const seen = await findRoom(deps.db, actor, slug);
  if (!seen) throw new AppError("ROOM_NOT_FOUND");
  const back = await deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, actor.userId, seen.id);
    const isOwner = isInRoom(room) && room.accessLevel === "OWNER";
    const deletion = { by: actor.userId, since: toEnd(at) };
    if (!isOwner || !(await hasDeleted(change.tx, room.id, deletion)))
      throw new AppError("ROOM_NOT_FOUND");
    await updateDeletion(change.tx, room.id, null);
    await tellAct(change, actor, room, { at, audit: "room restored" });
    return giveBack(change, actor, room);
  });
  await deps.pushRooms(actor, [back.roomId]);
  return back;
}
