import {
  ACCESS_REQUEST_DAYS,
  hasPermission,
  levelsGiven,
  type AccessRequest,
  type UserId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import {
  getRoomAddress,
  isFullMember,
  isInRoom,
  maySeeRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { updateDocumentsExpired } from "./document-requests.queries.ts";
import { changeLevel } from "./levels.service.ts";
import { isBelow } from "./participants.rules.ts";
import {
  addParticipant,
  tellAccess,
  toRoomFacts,
  type AccessDeps,
} from "./participants.service.ts";
import { toAccessRequest } from "./participants.view.ts";
import { findOffer, listOutlivedRooms, updateOut, updateWaitingEnded } from "./places.queries.ts";
import {
  findRequest,
  updateClosed,
  updateRoomClosed,
  type RequestRow,
} from "./requests.queries.ts";

/* How a request ends: decided, taken back, cancelled with a change of the room, or expired. */

/** What somebody decides, in their words. */
export interface Decision {
  readonly to: "APPROVED" | "REJECTED" | "CANCELLED";
  readonly reason?: string | undefined;
}

/**
 * Approves or refuses what somebody asks of a room that the caller leads, or takes back what they asked themself; one that the caller
 * may not decide is not there. Who asked, and all who decide, are told (rules-rooms 16).
 */
export async function decideRequest(
  deps: AccessDeps,
  actor: Actor,
  id: string,
  decision: Decision,
): Promise<AccessRequest> {
  const seen = await findRequest(deps.db, id);
  if (seen?.workspaceId !== actor.workspaceId) throw new AppError("ACCESS_REQUEST_NOT_FOUND");
  const closed = await deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, actor.userId, seen.roomId);
    const request = await findRequest(change.tx, id);
    const mayDecide =
      decision.to === "CANCELLED" ? seen.userId === actor.userId : mayDecideIn(room);
    if (!request || !mayDecide) throw new AppError("ACCESS_REQUEST_NOT_FOUND");
    await closeRequest(deps, change, { actor, room, request }, decision);
    return { room, request: await findRequest(change.tx, id) };
  });
  if (!closed.request) throw new Error("A request that was closed is there");
  await tellDecided(deps, closed.room, closed.request);
  return toAccessRequest(closed.request);
}

/** After the commit of `closeRequest`. */
async function tellDecided(
  deps: AccessDeps,
  room: RoomRow,
  { userId, id, status }: Pick<RequestRow, "userId" | "id" | "status">,
): Promise<void> {
  await tellAccess(deps, room, userId, id);
  if (status !== "APPROVED") return;
  await deps.pushRooms({ userId, workspaceId: room.workspaceId }, [room.id]);
}

/** OWNER and ADMIN decide (matrix: request.decide). */
export function mayDecideIn(room: RoomRow): boolean {
  if (!maySeeRoom(room) || !isInRoom(room) || room.accessLevel === null) return false;
  return hasPermission(room.accessLevel, "MANAGE_ROOM");
}

/** A request in a room whose lock is held, and who ends it. */
export interface Deciding {
  readonly actor: Actor;
  readonly room: RoomRow;
  readonly request: RequestRow;
}

/** Ends an open request. Approving adds the person first, then closes. Returns the seq where it wrote an event. */
export async function closeRequest(
  deps: AccessDeps,
  change: Change,
  deciding: Deciding,
  { to: status, reason }: Decision,
): Promise<number | undefined> {
  const { tx } = change;
  const { room, request } = deciding;
  const now = deps.clock.now();
  if (request.status !== "PENDING")
    throw new AppError("ACCESS_REQUEST_CLOSED", { status: request.status });
  if (request.expiresAt <= now) throw new AppError("ACCESS_REQUEST_CLOSED", { status: "EXPIRED" });
  const place = { roomId: room.id, userId: request.userId };
  const isJoining = request.type !== "UPGRADE_ACCESS";
  const seq = status === "APPROVED" ? await grant(change, deciding) : undefined;
  await updateClosed(tx, request.id, { status, reason, now });
  if (status !== "APPROVED" && isJoining)
    await updateOut(tx, place, status === "REJECTED" ? "REJECTED" : "IDLE", now);
  if (status !== "CANCELLED") await tellAsker(deps, change, deciding, { to: status, reason });
  return seq;
}

async function grant(change: Change, { actor, room, request }: Deciding): Promise<number> {
  const { userId, fullName, accessLevel } = request;
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  if (room.accessLevel === null || !levelsGiven[room.accessLevel].includes(accessLevel))
    throw new AppError("ACCESS_LEVEL_NOT_ALLOWED");
  const theirs = await requireLockedRoom(change.tx, userId, room.id);
  const from = theirs.accessStatus;
  const isMember = theirs.workspaceStatus === "ACTIVE" && isFullMember(theirs);
  if (request.type === "UPGRADE_ACCESS") {
    if (!isInRoom(theirs) || theirs.accessLevel === null)
      throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from, to: "ACCEPTED" });
    const isRaised = isBelow({ accessLevel: theirs.accessLevel }, request);
    const raised = { actorId: actor.userId, userId, level: accessLevel };
    // Whoever has got as much or more meanwhile keeps it.
    if (!isRaised) return theirs.lastSeq;
    return changeLevel(change, theirs, { ...raised, memberCount: theirs.memberCount });
  }
  if (!isMember || theirs.isBanned || isInRoom(theirs))
    throw new AppError("PARTICIPANT_STATUS_CONFLICT", { from, to: "ACCEPTED" });
  const joinMethod = (await findOffer(change.tx, { roomId: room.id, userId }))?.joinMethod;
  const as = { level: accessLevel, joinMethod: joinMethod ?? "DIRECT" } as const;
  return addParticipant(change, { userId, fullName }, theirs, as);
}

/** By a notification; it stands in the audit as well. */
async function tellAsker(
  deps: AccessDeps,
  { tx }: Change,
  { actor, room, request }: Deciding,
  { to, reason = "" }: Decision,
): Promise<void> {
  const { userId, accessLevel, id: requestId, type: requestType } = request;
  const facts = { ...toRoomFacts(room, accessLevel), requestId, requestType };
  const event = { userId, actorId: actor.userId, cause: requestId };
  if (to === "APPROVED")
    await notify(tx, deps, { ...event, type: "ACCESS_REQUEST_APPROVED", facts });
  else {
    const refused = { ...facts, reason: reason === "" ? null : reason };
    await notify(tx, deps, { ...event, type: "ACCESS_REQUEST_REJECTED", facts: refused });
  }
  await recordAct(tx, actor, {
    at: deps.clock.now(),
    kind: to === "APPROVED" ? "access request approved" : "access request rejected",
    workspaceId: room.workspaceId,
    action: to === "APPROVED" ? "APPROVE" : "DENY",
    target: { type: "user", id: userId },
    reason,
    details: { roomId: room.id, type: requestType, accessLevel },
  });
}

/**
 * Cancels what people ask in a room that is archived, deleted, or gets another access type (rules-rooms 16); the change holds the room's
 * lock. Who asked reads again what they may have missed; those who decide hear of the change itself.
 */
export async function cancelRequests(
  change: Change,
  { id, workspaceId }: Pick<RoomRow, "id" | "workspaceId">,
  now: Date,
): Promise<void> {
  const asked = await updateRoomClosed(change.tx, id, { status: "CANCELLED", now });
  const waited = await updateWaitingEnded(change.tx, id, { begunBy: now, now }, ["PENDING"]);
  for (const userId of toEnded(asked, waited).keys()) change.people.push({ workspaceId, userId });
}

/** People who wait for nothing any more, each with the request that they had. */
function toEnded(
  asked: readonly { readonly id: string; readonly userId: UserId }[],
  waited: readonly UserId[],
): Map<UserId, string | undefined> {
  const ended = new Map<UserId, string | undefined>(asked.map(({ id, userId }) => [userId, id]));
  for (const userId of waited) if (!ended.has(userId)) ended.set(userId, undefined);
  return ended;
}

export type ExpiryDeps = Pick<AccessDeps, "db" | "clock" | "changes" | "live">;

const DAY_MS = 24 * 60 * 60_000;
/** Rooms of one look, so that nobody waits long. */
const LOOK = 200;

/**
 * Ends what people ask in a room and are invited to, where its 14 days are over; those who decide and the person are told (rules-rooms
 * 15, 21). Returns how many people waited.
 */
export async function expireWaiting(
  deps: ExpiryDeps,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId">,
  somebody: UserId,
): Promise<number> {
  const ended = await deps.changes.run(async ({ tx }) => {
    await requireLockedRoom(tx, somebody, room.id);
    const ends = endsOf(deps);
    const asked = await updateRoomClosed(tx, room.id, { status: "EXPIRED", now: ends.now });
    return toEnded(asked, await updateWaitingEnded(tx, room.id, ends, ["PENDING", "INVITED"]));
  });
  for (const [userId, requestId] of ended) await tellAccess(deps, room, userId, requestId);
  return ended.size;
}

function endsOf({ clock }: ExpiryDeps) {
  const now = clock.now();
  return { now, begunBy: new Date(now.getTime() - ACCESS_REQUEST_DAYS * DAY_MS) };
}

/** The same in every room, until nothing is left that has run out; and what people ask of documents. */
export async function expireWaitingEverywhere(deps: ExpiryDeps): Promise<void> {
  await updateDocumentsExpired(deps.db, deps.clock.now());
  for (;;) {
    const places = await listOutlivedRooms(deps.db, endsOf(deps), LOOK);
    for (const { roomId, userId } of places)
      await expireWaiting(deps, await getRoomAddress(deps.db, roomId), userId);
    if (places.length < LOOK) return;
  }
}
