import { hasPermission, parseInput, userId } from "@colbin/protocol";
import type { OwnPlace } from "#server/features/rooms/rooms.access.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { findParticipant, type ParticipantRow } from "./participants.queries.ts";
import { isBelow } from "./participants.rules.ts";

/**
 * Somebody whom the caller may take out of the room, whose lock is held: a participant with a level below the own
 * (rules-rooms 24). Who is not in the room is told nothing about those who are.
 */
export async function requireRemovableParticipant(
  tx: Tx,
  room: OwnPlace,
  participantId: string,
): Promise<ParticipantRow> {
  const id = parseInput(userId, participantId);
  const target = id.ok ? await findParticipant(tx, room.id, id.data) : undefined;
  if (!target) throw new AppError("PARTICIPANT_NOT_FOUND");
  if (!hasPermission(room.accessLevel, "DELETE_USER") || !isBelow(target, room))
    throw new AppError("ACCESS_LEVEL_TOO_LOW");
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  if (room.roomType === "direct" || room.roomType === "saved")
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (target.accessStatus !== "ACCEPTED")
    throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from: target.accessStatus, to: "REMOVED" });
  return target;
}
