import type { ParticipantAccessLevel, RoomId, UserId } from "@colbin/protocol";
import { appendEvent, type Change } from "#server/features/log/log.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import { isInRoom, joinLevel, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import {
  findGeneralOf,
  findHeir,
  listLedRooms,
  updateLevel,
  type WorkspaceUser,
} from "./participants.queries.ts";
import type { ParticipantDeps } from "./participants.service.ts";
import { participantChangedKind } from "./participants.view.ts";

interface NewLevel {
  readonly actorId: UserId;
  readonly userId: UserId;
  readonly level: ParticipantAccessLevel;
  readonly memberCount: number;
}

/** Gives a participant another level, which counts for the next event; the change holds the room's lock. Returns the seq. */
export async function changeLevel(
  change: Change,
  room: RoomRow,
  { actorId, userId, level: accessLevel, memberCount }: NewLevel,
): Promise<number> {
  const facts = { userId, accessStatus: "ACCEPTED", accessLevel, memberCount } as const;
  const seq = await appendEvent(change, room, participantChangedKind, { actorId, facts });
  await updateLevel(change.tx, { roomId: room.id, userId }, accessLevel);
  return seq;
}

/** In the general of an organization the level of somebody is that of their role, which has just changed (rules-rooms 12). */
export async function followRole(
  change: Change,
  actorId: UserId,
  who: WorkspaceUser,
): Promise<void> {
  const { userId } = who;
  const id = await findGeneralOf(change.tx, who);
  const room = id && (await requireLockedRoom(change.tx, userId, id));
  if (!room || !isInRoom(room)) return;
  const level = joinLevel(room, "BUSINESS");
  const { memberCount } = room;
  if (room.accessLevel !== level)
    await changeLevel(change, room, { actorId, userId, level, memberCount });
}

/** A room that has lost its last OWNER gets another one, and has so many members then (rules-rooms 27). */
export async function appointHeir(
  change: Change,
  room: RoomRow,
  formerId: UserId,
  memberCount: number,
): Promise<void> {
  const heir = await findHeir(change.tx, room.id, formerId);
  if (!heir || heir.accessLevel === "OWNER") return;
  const { userId } = heir;
  await changeLevel(change, room, { actorId: formerId, userId, level: "OWNER", memberCount });
}

/** Rooms of one look; each is a transaction of its own. */
const LOOK = 200;

/**
 * The same in every room that somebody leads who is kept out of their workspace: nobody could look after it until they are back. They
 * stay its OWNER as well. Idempotent; nothing happens where they are in again.
 */
export async function appointHeirs(
  deps: Pick<ParticipantDeps, "db" | "changes">,
  who: WorkspaceUser,
): Promise<void> {
  let after: RoomId | null = null;
  for (;;) {
    const roomIds: RoomId[] = await listLedRooms(deps.db, who, after, LOOK);
    for (const id of roomIds) await deps.changes.run((change) => appointIn(change, id, who.userId));
    after = roomIds.at(-1) ?? null;
    if (after === null) return;
  }
}

async function appointIn(change: Change, roomId: RoomId, userId: UserId): Promise<void> {
  const room = await requireLockedRoom(change.tx, userId, roomId);
  if (room.workspaceStatus !== "SUSPENDED" || room.accessLevel !== "OWNER") return;
  await appointHeir(change, room, userId, room.memberCount);
}
