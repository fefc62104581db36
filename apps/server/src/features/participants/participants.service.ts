import type {
  JoinMethod,
  NotificationLevel,
  ParticipantAccessLevel,
  RoomId,
  UserId,
} from "@colbin/protocol";
import { appendEvent, type Change, type Changes } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { countParticipant, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  listHidden,
  updateHidden,
  updateMute,
  updateUnmuted,
  upsertParticipant,
  type Mute,
  type Whereabouts,
} from "./participants.queries.ts";
import { participantChangedKind } from "./participants.view.ts";

export { findReadPosition } from "./participants.queries.ts";

export interface ParticipantDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  /** Sends a person's full list to all their sockets. */
  readonly pushSubscriptions: (whose: Pick<Actor, "userId" | "workspaceId">) => Promise<void>;
}

/**
 * Makes the person a participant of a room that they may join; the change holds the room's lock. Returns the seq of the last event
 * that it appended.
 */
export async function addParticipant(
  change: Change,
  actor: Actor,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId" | "isGeneral">,
  as: {
    readonly level: ParticipantAccessLevel;
    readonly joinMethod: JoinMethod;
    readonly isCreator?: boolean;
  },
): Promise<number> {
  const { userId, fullName: name } = actor;
  const memberCount = await countParticipant(change.tx, room.id, 1);
  const facts = { userId, accessStatus: "ACCEPTED", accessLevel: as.level, memberCount } as const;
  const seq = await appendEvent(change, room, participantChangedKind, { actorId: userId, facts });
  const place = { roomId: room.id, userId, accessLevel: as.level, joinMethod: as.joinMethod };
  await upsertParticipant(change.tx, place, seq);
  // The event tells whoever hears the room; the person's own sockets may not hear it yet.
  change.people.push({ workspaceId: room.workspaceId, userId });
  // joinLeaveLines is off in general: there everybody comes (rules-messages 57).
  if (room.isGeneral) return seq;
  const line = as.isCreator
    ? { kind: "room_created" as const, content: `${name} created the room` }
    : { kind: "joined" as const, content: `${name} joined` };
  return appendSystemLine(change, room, actor, { ...line, values: { name } });
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

/** What a participant wants to hear of a room from now on; SUBSCRIPTION_NOT_FOUND for somebody who is not in it any more. */
export async function setMute(
  db: Db,
  place: { readonly roomId: RoomId; readonly userId: UserId },
  change: { readonly mute?: Mute | undefined; readonly level?: NotificationLevel | undefined },
): Promise<void> {
  if (!(await updateMute(db, place, change))) throw new AppError("SUBSCRIPTION_NOT_FOUND");
}

/** Ends mutes whose time is over, so many at most; returns whose. */
export function endMutes(db: Db, now: Date, limit: number): Promise<Whereabouts[]> {
  return updateUnmuted(db, now, limit);
}
