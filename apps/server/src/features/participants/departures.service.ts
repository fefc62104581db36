import {
  isOwnerless,
  toRoomSettings,
  type Departure,
  type InputOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { endBoundSessions } from "#server/features/auth/bound-sessions.service.ts";
import { appendEvent, type Change } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import {
  requireLockedRoom,
  requireOwnPlaceForChange,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { closeRoom, countParticipant, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { appointHeir } from "./levels.service.ts";
import { requireMayLeave, requireRemovableParticipant } from "./participants.access.ts";
import {
  findFormerPlace,
  listFormerPlaces,
  updateDeparted,
  updateHidden,
  type ParticipantRow,
  type WorkspaceUser,
} from "./participants.queries.ts";
import type { ParticipantDeps } from "./participants.service.ts";
import { participantChangedKind, toDeparture, toRoomFacts } from "./participants.view.ts";
import { updateOut } from "./places.queries.ts";
import { updatePersonClosed } from "./requests.queries.ts";

/**
 * The caller leaves a room: the change of their place is the last event of it that they get. Both sides of a direct room
 * stay in it for ever, so leaving only hides it. The last OWNER stays while others are in: ROOM_LAST_OWNER.
 */
export async function leaveRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
): Promise<Departure> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const departure = await deps.changes.run(async (change): Promise<Departure> => {
    const { tx } = change;
    const room = await requireOwnPlaceForChange(tx, actor, id);
    if (isOwnerless(room.roomType)) return hideRoom(tx, actor, room);
    await requireMayLeave(tx, room, actor.userId);
    const own = toOwnRow(actor, room);
    const { userId: actorId } = actor;
    const left = await depart(change, { actorId, room, person: own, to: "IDLE", isBanned: false });
    if (toRoomSettings(room).joinLeaveLines)
      await appendSystemLine(change, room, actor, {
        kind: "left",
        content: `${actor.fullName} left`,
        values: { name: actor.fullName },
      });
    // General stays when nobody is left.
    if (room.memberCount === 1 && !room.isGeneral) await closeEmptyRoom(change, room, actor.userId);
    return left;
  });
  // The event takes the person's sockets out of the room; the list that follows no longer has it.
  await deps.pushRooms(actor, [id]);
  return departure;
}

type Removal = InputOf<"removeParticipant">["body"] & { readonly participantId: string };

/**
 * Takes somebody with a level below the caller's own out of a room. The change is the last event that they get, on all
 * their sockets, and they are told; a ban keeps them from coming back. The reason stands in the audit, not in the room.
 */
export async function removeParticipant(
  deps: ParticipantDeps & { readonly jobs: Jobs },
  actor: Actor,
  slug: string,
  { participantId, ban, reason }: Removal,
): Promise<Departure> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const departure = await deps.changes.run(async (change): Promise<Departure> => {
    const { tx } = change;
    const room = await requireOwnPlaceForChange(tx, actor, id);
    const target = await requireRemovableParticipant(tx, room, participantId);
    const { userId: actorId } = actor;
    const end = { actorId, room, person: target, to: "REMOVED", isBanned: ban } as const;
    const removed = await depart(change, end);
    await appendSystemLine(change, room, actor, {
      kind: "removed",
      content: `${actor.fullName} removed ${target.fullName}`,
      values: { name: actor.fullName, target: target.fullName },
      targetIds: [target.userId],
    });
    const facts = toRoomFacts({ ...room, title: room.shownTitle }, target.accessLevel ?? "READ");
    await notify(tx, deps, { type: "ROOM_LEFT", userId: target.userId, actorId, facts });
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: "participant removed",
      workspaceId: room.workspaceId,
      action: "REVOKE_ACCESS",
      target: { type: "user", id: target.userId },
      reason,
      details: { roomId: room.id, ban },
    });
    return removed;
  });
  await deps.pushRooms({ userId: departure.userId, workspaceId: actor.workspaceId }, [id]);
  return departure;
}

function toOwnRow(actor: Actor, { accessLevel, accessStatus }: OwnPlace): ParticipantRow {
  const { userId, fullName, boundRoomId } = actor;
  return { userId, fullName, accessLevel, accessStatus, isGuest: boundRoomId !== null };
}

interface End {
  readonly actorId: UserId;
  readonly room: Pick<RoomRow, "id" | "slug" | "workspaceId">;
  readonly person: ParticipantRow;
  readonly to: "IDLE" | "REMOVED";
  readonly isBanned: boolean;
}

/**
 * Ends a place, with the event that tells it; the change holds the room's lock. The session of a link guest ends with it (rules-identity
 * 24).
 */
export async function depart(change: Change, end: End): Promise<Departure> {
  const { actorId, room, to: accessStatus, isBanned } = end;
  const { userId, accessLevel } = end.person;
  const memberCount = await countParticipant(change.tx, room.id, -1);
  const facts = { userId, accessStatus, accessLevel, memberCount };
  const event = { actorId, facts };
  const seq = await appendEvent(change, room, participantChangedKind, event);
  await updateDeparted(
    change.tx,
    { roomId: room.id, userId },
    { accessStatus, isBanned, leftSeq: seq },
  );
  await updatePersonClosed(change.tx, { roomId: room.id, userId }, "CANCELLED");
  if (end.person.isGuest) await endBoundSessions(change, { roomId: room.id, userIds: [userId] });
  return toDeparture(room, { userId, accessStatus, seq });
}

/** The last one has left: the room is over for those who only look at it as well. */
export async function closeEmptyRoom(
  change: Change,
  room: Pick<RoomRow, "id" | "workspaceId">,
  userId: UserId,
): Promise<void> {
  await closeRoom(change.tx, room.id);
  // They are no participants, so no event takes them out: a change makes every process look at previews.
  change.people.push({ workspaceId: room.workspaceId, userId, roomId: room.id });
}

async function hideRoom(tx: Tx, { userId }: Actor, room: OwnPlace): Promise<Departure> {
  await updateHidden(tx, { roomId: room.id, userId }, true);
  return toDeparture(room, { userId, accessStatus: room.accessStatus });
}

/** Rooms of one look; each is a transaction of its own, so that nobody waits longer for its lock than for one who leaves. */
const LOOK = 200;

/**
 * Ends what somebody who is no member of the workspace any more still has in its rooms (rules-identity 50, 63): access was lost with
 * the membership, or with the account, this tells it room by room. Idempotent, and goes on wherever it was cut off. It never ends a
 * place of a member: nobody becomes one again before all of these have ended (addMember), so whoever lets somebody in calls this first.
 */
export async function endPlaces(
  deps: Pick<ParticipantDeps, "db" | "changes">,
  who: WorkspaceUser,
): Promise<void> {
  for (;;) {
    const roomIds = await listFormerPlaces(deps.db, who, LOOK);
    if (roomIds.length === 0) return;
    for (const id of roomIds) await deps.changes.run((change) => endPlace(change, id, who.userId));
  }
}

/** The same in one room. */
export async function endPlace(change: Change, roomId: RoomId, userId: UserId): Promise<void> {
  const { tx } = change;
  const room = await requireLockedRoom(tx, userId, roomId);
  const person = await findFormerPlace(tx, roomId, userId);
  if (!person) return;
  // Who was invited, or asks, was never in: no seq tells of it.
  if (person.accessStatus !== "ACCEPTED") {
    await updatePersonClosed(tx, { roomId, userId }, "CANCELLED");
    return updateOut(tx, { roomId, userId }, "IDLE", null);
  }
  await depart(change, { actorId: userId, room, person, to: "IDLE", isBanned: false });
  // General stays when nobody is left, and its levels follow the roles (rules-rooms 12).
  if (room.isGeneral) return;
  if (room.memberCount === 1) await closeEmptyRoom(change, room, userId);
  else if (person.accessLevel === "OWNER")
    await appointHeir(change, room, userId, room.memberCount - 1);
}
