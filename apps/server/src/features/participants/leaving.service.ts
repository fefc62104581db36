import type { Departure, UserId } from "@colbin/protocol";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { appendEvent } from "#server/features/messages/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import { requireVisibleRoom } from "#server/features/rooms/rooms.access.ts";
import { closeEmptyRoom, countParticipant } from "#server/features/rooms/rooms.service.ts";
import {
  pushSubscriptions,
  type SubscriptionDeps,
} from "#server/features/subscriptions/subscriptions.service.ts";
import { recordAccessChange } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { RoomEvent } from "#server/platform/realtime/live.ts";
import {
  requireOwnPlaceForChange,
  requireRemovableParticipant,
  type OwnPlace,
} from "./participants.access.ts";
import {
  hasOtherOwner,
  updateDeparted,
  updateHidden,
  type ParticipantRow,
} from "./participants.queries.ts";
import { mustStay } from "./participants.rules.ts";

/** What the transaction wrote: told after its commit. */
interface Written {
  readonly departure: Departure;
  readonly events: readonly RoomEvent[];
}

type Gone = "IDLE" | "REMOVED";

/**
 * The caller leaves a room: the change of their place is the last event of it that they get. Both sides of a direct room
 * stay in it for ever, so leaving only hides it. The last OWNER stays while others are in: ROOM_LAST_OWNER.
 */
export async function leaveRoom(
  deps: SubscriptionDeps,
  actor: Actor,
  slug: string,
): Promise<Departure> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const written = await deps.db.transaction().execute(async (tx): Promise<Written> => {
    const room = await requireOwnPlaceForChange(tx, actor, id);
    if (room.roomType === "direct" || room.roomType === "saved") return hideRoom(tx, actor, room);
    if (mustStay(room, await hasOtherOwner(tx, room.id, actor.userId)))
      throw new AppError("ROOM_LAST_OWNER");
    const left = await depart(tx, room, toOwnRow(actor, room), { to: "IDLE", isBanned: false });
    // joinLeaveLines is off in general (rules-messages 57), which also stays when nobody is left.
    if (room.isGeneral) return left;
    const line = await appendSystemLine(tx, room, actor, {
      kind: "left",
      content: `${actor.fullName} left`,
      values: { name: actor.fullName },
    });
    if (room.memberCount === 1) {
      await closeEmptyRoom(tx, room.id);
      // Those who only look at it are no participants, so no event takes them out.
      await recordAccessChange(tx, [room.workspaceId]);
    }
    return { ...left, events: [...left.events, line] };
  });
  await tell(deps, actor, actor.userId, written);
  return written.departure;
}

/**
 * Takes somebody with a level below the caller's own out of a room. The change is the last event that they get, on all
 * their sockets; a ban keeps them from coming back. The reason stands in the audit, not in the room.
 */
export async function removeParticipant(
  deps: SubscriptionDeps,
  actor: Actor,
  slug: string,
  removal: {
    readonly participantId: string;
    readonly reason?: string | undefined;
    readonly ban: boolean;
  },
): Promise<Departure> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  const { ban, reason, participantId } = removal;
  const written = await deps.db.transaction().execute(async (tx): Promise<Written> => {
    const room = await requireOwnPlaceForChange(tx, actor, id);
    const target = await requireRemovableParticipant(tx, room, participantId);
    const removed = await depart(tx, room, target, { to: "REMOVED", isBanned: ban });
    const line = await appendSystemLine(tx, room, actor, {
      kind: "removed",
      content: `${actor.fullName} removed ${target.fullName}`,
      values: { name: actor.fullName, target: target.fullName },
      targetIds: [target.userId],
    });
    await recordAudit(tx, {
      at: deps.clock.now(),
      kind: "participant removed",
      actorId: actor.userId,
      sessionId: actor.sessionId,
      details: { roomId: room.id, target: target.userId, ban, ...(reason && { reason }) },
    });
    return { ...removed, events: [...removed.events, line] };
  });
  await tell(deps, actor, written.departure.userId, written);
  return written.departure;
}

function toOwnRow(actor: Actor, { accessLevel, accessStatus }: OwnPlace): ParticipantRow {
  return { userId: actor.userId, fullName: actor.fullName, accessLevel, accessStatus };
}

/** The caller holds the room's lock. */
async function depart(
  tx: Tx,
  room: OwnPlace,
  person: ParticipantRow,
  { to, isBanned }: { readonly to: Gone; readonly isBanned: boolean },
): Promise<Written> {
  const { userId, fullName: userName, accessLevel } = person;
  const memberCount = await countParticipant(tx, room.id, -1);
  const data = { userId, userName, accessStatus: to, accessLevel, memberCount };
  const changed = await appendEvent(tx, room, "participant_changed", data);
  const seq = changed.seq ?? 0;
  const place = { roomId: room.id, userId };
  await updateDeparted(tx, place, { accessStatus: to, isBanned, leftSeq: seq });
  const departure = { sessionRoomSlug: room.slug, userId, accessStatus: to, seq };
  return { departure, events: [changed] };
}

async function hideRoom(tx: Tx, { userId }: Actor, room: OwnPlace): Promise<Written> {
  await updateHidden(tx, { roomId: room.id, userId }, true);
  const departure = {
    sessionRoomSlug: room.slug,
    userId,
    accessStatus: room.accessStatus,
  };
  return { departure, events: [] };
}

/** The events take the person's sockets out of the room; the list that follows no longer has it. */
async function tell(
  deps: SubscriptionDeps,
  { workspaceId }: Actor,
  userId: UserId,
  { events }: Written,
): Promise<void> {
  for (const event of events) deps.live.publish(event);
  await pushSubscriptions(deps, { userId, workspaceId });
}
