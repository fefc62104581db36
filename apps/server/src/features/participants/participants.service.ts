import type { JoinMethod, ParticipantAccessLevel, RoomId, UserId } from "@colbin/protocol";
import { appendEvent } from "#server/features/messages/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { countParticipant, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { RoomEvent } from "#server/platform/realtime/live.ts";
import { listHidden, updateHidden, upsertParticipant } from "./participants.queries.ts";

export { findReadPosition } from "./participants.queries.ts";

/**
 * Makes the person a participant of a room that they may join, in the caller's transaction, which holds the room's lock.
 * Returns the events to publish after the commit; they begin with the change of the participant itself.
 */
export async function addParticipant(
  tx: Tx,
  actor: Actor,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId" | "isGeneral">,
  as: {
    readonly level: ParticipantAccessLevel;
    readonly joinMethod: JoinMethod;
    readonly isCreator?: boolean;
  },
): Promise<RoomEvent[]> {
  const memberCount = await countParticipant(tx, room.id, 1);
  const changed = await appendEvent(tx, room, "participant_changed", {
    userId: actor.userId,
    userName: actor.fullName,
    accessStatus: "ACCEPTED",
    accessLevel: as.level,
    memberCount,
  });
  const place = {
    roomId: room.id,
    userId: actor.userId,
    accessLevel: as.level,
    joinMethod: as.joinMethod,
  };
  await upsertParticipant(tx, place, changed.seq ?? 0);
  // joinLeaveLines is off in general: there everybody comes (rules-messages 57).
  if (room.isGeneral) return [changed];
  const line = as.isCreator
    ? { kind: "room_created" as const, content: `${actor.fullName} created the room` }
    : { kind: "joined" as const, content: `${actor.fullName} joined` };
  return [
    changed,
    await appendSystemLine(tx, room, actor, { ...line, values: { name: actor.fullName } }),
  ];
}

/**
 * Shows the person's hidden rooms among these again, or hides the shown ones; the others stay as they are. One statement a
 * row, each with a lock on that row alone: it can wait for a batch of sends, never be part of a deadlock with one.
 */
export async function setHidden(
  db: Db,
  userId: UserId,
  roomIds: readonly RoomId[],
  isHidden: boolean,
): Promise<void> {
  for (const roomId of await listHidden(db, userId, roomIds, !isHidden))
    await updateHidden(db, { roomId, userId }, isHidden);
}
