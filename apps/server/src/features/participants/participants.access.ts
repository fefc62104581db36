import {
  GROUP_MAX_PEOPLE,
  GROUP_MIN_PEOPLE,
  hasPermission,
  parseInput,
  userId,
  type RoomId,
} from "@colbin/protocol";
import { requireVisibleRoom, type OwnPlace } from "#server/features/rooms/rooms.access.ts";
import { isInRoom, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { findParticipant, type ParticipantRow } from "./participants.queries.ts";
import { isBelow } from "./participants.rules.ts";

/** A room that the caller is in; one that is only visible is NOT_A_PARTICIPANT. */
export async function requireOwnPlace(db: Db, actor: Actor, slug: string): Promise<OwnPlace> {
  const room = await requireVisibleRoom(db, actor, slug);
  const { accessLevel } = room;
  if (!isInRoom(room) || accessLevel === null) throw new AppError("NOT_A_PARTICIPANT");
  return { ...room, accessLevel };
}

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
  if (room.roomType === "direct" || room.roomType === "saved")
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (target.accessStatus !== "ACCEPTED")
    throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from: target.accessStatus, to: "REMOVED" });
  return target;
}

/** A group takes one more; else GROUP_SIZE_INVALID (rules-rooms 30). */
export function requireSpace({
  roomType,
  memberCount,
}: Pick<RoomRow, "roomType" | "memberCount">): void {
  if (roomType === "group" && memberCount >= GROUP_MAX_PEOPLE)
    throw new AppError("GROUP_SIZE_INVALID", { min: GROUP_MIN_PEOPLE, max: GROUP_MAX_PEOPLE });
}
