import {
  hasPermission,
  levelsGiven,
  type AccessRequest,
  type AccessRequestStatus,
  type ReplyOf,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { requireLockedRoom, requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import {
  isFullMember,
  isInRoom,
  maySeeRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { toPage } from "#server/platform/http/page.ts";
import { changeLevel } from "./levels.service.ts";
import { isBelow } from "./participants.rules.ts";
import {
  addParticipant,
  tellAccess,
  toRoomFacts,
  type AccessDeps,
} from "./participants.service.ts";
import { toAccessRequest } from "./participants.view.ts";
import { findOffer, updateOut } from "./places.queries.ts";
import { findRequest, listRequests, updateClosed, type RequestRow } from "./requests.queries.ts";

/** What people ask in a room, by page, for its OWNERs and ADMINs. */
export async function listAccessRequests(
  { db }: Pick<AccessDeps, "db">,
  actor: Actor,
  slug: string,
  listing: {
    readonly status: AccessRequestStatus;
    readonly page: number;
    readonly limit: number;
  },
): Promise<ReplyOf<"listAccessRequests">> {
  const { id, accessLevel } = await requireOwnPlace(db, actor, slug);
  if (!hasPermission(accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  const { rows, total } = await listRequests(db, id, listing);
  return toPage(rows.map(toAccessRequest), listing, total);
}

/** How a request ends, and in whose words. */
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
    await close(deps, change, { actor, room, request }, decision);
    return { room, request: await findRequest(change.tx, id) };
  });
  if (!closed.request) throw new Error("A request that was closed is there");
  await tellDecided(deps, closed.room, closed.request);
  return toAccessRequest(closed.request);
}

/** After the commit of `close`. */
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
export async function close(
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
