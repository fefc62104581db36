import {
  toRoomSettings,
  type AccessEntry,
  type JoinMethod,
  type NotificationLevel,
  type ParticipantAccessLevel,
  type PersonLimit,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { appendEvent, type Change, type Changes } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { countParticipant, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import { catchUpThreads } from "#server/features/threads/threads.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { findPlace, listLeaders } from "./listing.queries.ts";
import {
  listHidden,
  updateHidden,
  updateMute,
  upsertParticipant,
  type Mute,
} from "./participants.queries.ts";
import { participantChangedKind, toAccessChanged, toAccessEntry } from "./participants.view.ts";
import type { Place } from "./places.queries.ts";
import { findOpenRequest, findRequest, updatePersonClosed } from "./requests.queries.ts";

/** OWNERs and ADMINs of a room. */
export { listLeaders as listRoomLeaders } from "./listing.queries.ts";
export { updateUnmuted as endMutes, updateVisible as endHiding } from "./participants.queries.ts";
export { toRoomFacts } from "./participants.view.ts";

export interface ParticipantDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  /** Tells all sockets of a person what became of some of their rooms. */
  readonly pushRooms: (
    whose: Pick<Actor, "userId" | "workspaceId">,
    roomIds: readonly RoomId[],
  ) => Promise<unknown>;
}

/** For what is asked, offered and decided: people are told of it who do not hear the room. */
export interface AccessDeps extends ParticipantDeps {
  readonly live: Pick<Live, "sendToUser">;
  readonly jobs: Jobs;
  /** Counts what a person does against how often they may; throws RATE_LIMITED. */
  readonly requireWithin: (limit: PersonLimit, actor: Actor) => void;
}

/** Whose name stands in the line that tells of them. */
type Person = Pick<Actor, "userId" | "fullName">;

interface As {
  readonly level: ParticipantAccessLevel;
  readonly joinMethod: JoinMethod;
  readonly isCreator?: boolean;
  /** Who brought them in; they come by themselves otherwise. */
  readonly addedBy?: Person;
  /** They see the room with the next message; nobody is told before. */
  readonly isHidden?: boolean;
  /** No line tells of it: everybody is in from the start. */
  readonly isFirst?: boolean;
  /** Whose invitation it was, by name. */
  readonly invitedBy?: string | undefined;
  /** They come by a guest link. */
  readonly isGuest?: boolean;
}

/**
 * Makes the person a participant of a room that they may join; the change holds the room's lock. What they asked of those who lead it
 * is done with. Returns the seq of the last event that it appended.
 */
export async function addParticipant(
  change: Change,
  person: Person,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId" | "isGeneral" | "settings"> &
    Partial<Pick<RoomRow, "accessStatus">>,
  as: As,
): Promise<number> {
  const { userId } = person;
  const { level: accessLevel, joinMethod, addedBy = person, isHidden } = as;
  const memberCount = await countParticipant(change.tx, room.id, 1);
  const facts = { userId, accessStatus: "ACCEPTED", accessLevel, memberCount, isHidden } as const;
  const { userId: actorId } = addedBy;
  const seq = await appendEvent(change, room, participantChangedKind, { actorId, facts });
  const place = { roomId: room.id, userId };
  await upsertParticipant(change.tx, { ...place, accessLevel, joinMethod, isHidden }, seq);
  await catchUpThreads(change.tx, place);
  if (room.accessStatus === "PENDING") await updatePersonClosed(change.tx, place, "APPROVED");
  // The event tells whoever hears the room; the person's own sockets may not hear it yet.
  if (!isHidden) change.people.push({ ...place, workspaceId: room.workspaceId });
  const isTold = as.isCreator ?? toRoomSettings(room).joinLeaveLines;
  if (as.isFirst || !isTold) return seq;
  return appendSystemLine(change, room, addedBy, toLine(person, as));
}

function toLine(
  { userId, fullName: name }: Person,
  { isCreator, addedBy, invitedBy, isGuest }: As,
) {
  if (isCreator)
    return { kind: "room_created", content: `${name} created the room`, values: { name } } as const;
  if (isGuest)
    return {
      kind: "guest_joined",
      content: `${name} joined as a guest`,
      values: { name },
    } as const;
  if (addedBy) {
    const content = `${addedBy.fullName} added ${name}`;
    const values = { name: addedBy.fullName, target: name };
    return { kind: "added", content, values, targetIds: [userId] } as const;
  }
  if (invitedBy === undefined)
    return { kind: "joined", content: `${name} joined`, values: { name } } as const;
  const content = `${name} joined, invited by ${invitedBy}`;
  return { kind: "invited_joined", content, values: { name, inviter: invitedBy } } as const;
}

/**
 * Tells those who decide in a room, and the person, what somebody who is not in became, or what became of what they asked for
 * (rules-rooms 6, 16): after the commit, on all their sockets. Nobody else learns of it.
 */
export async function tellAccess(
  { db, live }: Pick<AccessDeps, "db" | "live">,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId">,
  userId: UserId,
  requestId?: string,
): Promise<void> {
  const place = await findPlace(db, { roomId: room.id, userId });
  if (!place) return;
  const request = requestId === undefined ? undefined : await findRequest(db, requestId);
  const data = toAccessChanged(room, place, request);
  for (const each of new Set([userId, ...(await listLeaders(db, room.id))]))
    live.sendToUser(each, room.workspaceId, {
      type: "SERVER_PERSONAL_EVENT",
      event: "access_changed",
      data,
    });
}

/** What somebody is in a room now, as an answer to who asked, invited or added. */
export async function readEntry(db: Db, place: Place, seq?: number): Promise<AccessEntry> {
  const row = await findPlace(db, place);
  if (!row) throw new Error("A place that was changed is there");
  return toAccessEntry(row, await findOpenRequest(db, place), seq);
}

/**
 * Shows the person's hidden rooms among these again, or hides the shown ones; the others stay as they are. One statement a
 * row, each with a lock on that row alone: it can wait for a batch of sends, never be part of a deadlock with one. Answers those that
 * it changed.
 */
export async function setHidden(
  db: Db,
  userId: UserId,
  roomIds: readonly RoomId[],
  isHidden: boolean,
): Promise<RoomId[]> {
  const changing = await listHidden(db, userId, roomIds, !isHidden);
  for (const roomId of changing) await updateHidden(db, { roomId, userId }, isHidden);
  return changing;
}

/** What a participant wants to hear of a room from now on; SUBSCRIPTION_NOT_FOUND for somebody who is not in it any more. */
export async function setMute(
  db: Db,
  place: { readonly roomId: RoomId; readonly userId: UserId },
  change: { readonly mute?: Mute | undefined; readonly level?: NotificationLevel | undefined },
): Promise<void> {
  if (!(await updateMute(db, place, change))) throw new AppError("SUBSCRIPTION_NOT_FOUND");
}
