import {
  GROUP_MAX_PEOPLE,
  GROUP_MIN_PEOPLE,
  hasPermission,
  isOwnerless,
  parseInput,
  userId,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import type { OwnPlace } from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { findOthers, findParticipant, type ParticipantRow } from "./participants.queries.ts";
import { isBelow } from "./participants.rules.ts";

/** Whoever an id in an address names, if anybody ever had to do with the room, whose lock is held; else PARTICIPANT_NOT_FOUND. */
export async function requireParticipant(
  tx: Tx,
  roomId: RoomId,
  participantId: string,
): Promise<ParticipantRow> {
  const id = parseInput(userId, participantId);
  const target = id.ok ? await findParticipant(tx, roomId, id.data) : undefined;
  if (!target) throw new AppError("PARTICIPANT_NOT_FOUND");
  return target;
}

/**
 * Somebody whom the caller may take out of the room, whose lock is held: a participant with a level below the own
 * (rules-rooms 24). Who is not in the room is told nothing about those who are.
 */
export async function requireRemovableParticipant(
  tx: Tx,
  room: OwnPlace,
  participantId: string,
): Promise<ParticipantRow> {
  const target = await requireParticipant(tx, room.id, participantId);
  if (!hasPermission(room.accessLevel, "DELETE_USER") || !isBelow(target, room))
    throw new AppError("ACCESS_LEVEL_TOO_LOW");
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  if (isOwnerless(room.roomType))
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (target.accessStatus !== "ACCEPTED")
    throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from: target.accessStatus, to: "REMOVED" });
  return target;
}

/**
 * The last OWNER leaves only when nobody stays who could take their place; in general levels follow the instance role (rules-rooms 12,
 * 27): ROOM_LAST_OWNER.
 */
export async function requireMayLeave(tx: Tx, room: OwnPlace, ownerId: UserId): Promise<void> {
  if (room.isGeneral || room.accessLevel !== "OWNER") return;
  const { hasOwner, hasMember } = await findOthers(tx, room.id, ownerId);
  if (!hasOwner && hasMember) throw new AppError("ROOM_LAST_OWNER");
}

/** An OWNER is lowered while there is another one, also when nobody else is in: a room that stays has somebody who manages it. */
export async function requireAnotherOwner(tx: Tx, room: OwnPlace, ownerId: UserId): Promise<void> {
  const { hasOwner } = await findOthers(tx, room.id, ownerId);
  if (!hasOwner) throw new AppError("ROOM_LAST_OWNER");
}

/** A group takes one more; else GROUP_SIZE_INVALID (rules-rooms 30). */
export function requireSpace({
  roomType,
  memberCount,
}: Pick<RoomRow, "roomType" | "memberCount">): void {
  if (roomType === "group" && memberCount >= GROUP_MAX_PEOPLE)
    throw new AppError("GROUP_SIZE_INVALID", { min: GROUP_MIN_PEOPLE, max: GROUP_MAX_PEOPLE });
}
