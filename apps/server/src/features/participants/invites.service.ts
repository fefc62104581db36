import {
  hasPermission,
  levelsGiven,
  type InputOf,
  type ParticipantAccessLevel,
  type RoomInviteOutcome,
  type UserId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import {
  requireOwnPlaceForChange,
  requireLockedRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { isInRoom, joinLevel, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import { requireAccount } from "#server/features/users/accounts.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { requireSpace } from "./participants.access.ts";
import { mayInvite } from "./participants.rules.ts";
import {
  addParticipant,
  tellAccess,
  toRoomFacts,
  type AccessDeps,
} from "./participants.service.ts";
import { findOffer, listMembers, upsertWaiting } from "./places.queries.ts";

/** Who is meant by an entry of an invitation; undefined for nobody whom the caller may find. */
export interface Invitee {
  readonly value: string;
  readonly userId: UserId | undefined;
}

interface Offer {
  readonly accessLevel: ParticipantAccessLevel;
  readonly liftBan: boolean;
}

/** OWNER, ADMIN, and in a PUBLIC room WRITE; up to the level that they may give (matrix: participant.invite). */
export function requireMayInvite(room: OwnPlace, accessLevel: ParticipantAccessLevel): void {
  if (!mayInvite(room)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  // The set of a group that has no name is fixed.
  const isOpen = room.roomType === "channel" || (room.roomType === "group" && room.title !== "");
  if (!isOpen) throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  requireSpace(room);
  if (!levelsGiven[room.accessLevel].includes(accessLevel))
    throw new AppError("ACCESS_LEVEL_NOT_ALLOWED");
}

/**
 * Invites these people, where the caller may, and answers what came of it, in their order (rules-rooms 21). Places are written in the
 * order of people, as everything that locks several of them.
 */
export async function inviteAll(
  deps: AccessDeps,
  actor: Actor,
  { id }: OwnPlace,
  offer: Offer & { readonly invitees: readonly Invitee[] },
): Promise<RoomInviteOutcome[]> {
  const { room, outcomes } = await deps.changes.run(async (change) => {
    const own = await requireOwnPlaceForChange(change.tx, actor, id);
    requireMayInvite(own, offer.accessLevel);
    const wanted = new Set(offer.invitees.flatMap(({ userId }) => userId ?? []));
    const members = await listMembers(change.tx, own.workspaceId, [...wanted]);
    const found = new Map<UserId, RoomInviteOutcome>();
    for (const userId of members.toSorted())
      found.set(userId, await invite(deps, change, { actor, room: own, userId }, offer));
    return { room: own, outcomes: found };
  });
  for (const [userId, outcome] of outcomes)
    if (outcome === "invited") await tellAccess(deps, room, userId);
  const nobody = actor.accountType === "BUSINESS" ? "notMember" : "notFound";
  return offer.invitees.map(({ userId }) => (userId && outcomes.get(userId)) ?? nobody);
}

interface Inviting {
  readonly actor: Actor;
  readonly room: OwnPlace;
  readonly userId: UserId;
}

async function invite(
  deps: AccessDeps,
  { tx }: Change,
  { actor, room, userId }: Inviting,
  { accessLevel, liftBan }: Offer,
): Promise<RoomInviteOutcome> {
  const theirs = await requireLockedRoom(tx, userId, room.id);
  if (["ACCEPTED", "INVITED", "PENDING"].includes(theirs.accessStatus)) return "already";
  const mayLift = liftBan && hasPermission(room.accessLevel, "MANAGE_ROOM");
  if (theirs.isBanned && !mayLift) return "banned";
  const waiting = { accessStatus: "INVITED", accessLevel, joinMethod: "DIRECT" } as const;
  const place = { roomId: room.id, userId };
  await upsertWaiting(tx, place, { ...waiting, invitedBy: actor.userId }, deps.clock.now());
  const facts = toRoomFacts(room, accessLevel);
  await notify(tx, deps, { type: "ROOM_INVITATION", userId, actorId: actor.userId, facts });
  return "invited";
}

/** OWNER and ADMIN (matrix: participant.add). */
export function requireMayAdd(room: OwnPlace, accessLevel: ParticipantAccessLevel): void {
  if (!hasPermission(room.accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  requireMayInvite(room, accessLevel);
}

/** What adding somebody is answered with who is banned. */
export function bannedError(): AppError {
  return new AppError("PARTICIPANT_STATUS_CONFLICT", { from: "REMOVED", to: "ACCEPTED" });
}

/** Makes somebody a participant who did not ask for it; they are told, and may leave. Returns the seq, undefined where they were in. */
export async function addMember(
  deps: AccessDeps,
  actor: Actor,
  { id }: OwnPlace,
  { userId, accessLevel }: InputOf<"addParticipant">["body"],
): Promise<number | undefined> {
  const { seq, room } = await deps.changes.run(async (change) => {
    const { tx } = change;
    const own = await requireOwnPlaceForChange(tx, actor, id);
    requireMayAdd(own, accessLevel);
    const theirs = await requireLockedRoom(tx, userId, id);
    if (theirs.workspaceStatus !== "ACTIVE") throw new AppError("USER_NOT_FOUND");
    if (isInRoom(theirs)) return { seq: undefined, room: theirs };
    if (theirs.isBanned) throw bannedError();
    const level = theirs.isGeneral ? joinLevel(theirs, actor.accountType) : accessLevel;
    const { fullName } = await requireAccount(tx, userId);
    const as = { level, joinMethod: "DIRECT", addedBy: actor } as const;
    const added = await addParticipant(change, { userId, fullName }, theirs, as);
    const facts = toRoomFacts(own, level);
    await notify(tx, deps, { type: "ROOM_INVITED", userId, actorId: actor.userId, facts });
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: "participant added",
      workspaceId: own.workspaceId,
      action: "GRANT_ACCESS",
      target: { type: "user", id: userId },
      details: { roomId: id, accessLevel: level },
    });
    return { seq: added, room: theirs };
  });
  if (seq === undefined) return undefined;
  await deps.pushRooms({ userId, workspaceId: room.workspaceId }, [id]);
  // Who had asked or was invited stands in the lists of those who decide.
  if (room.accessStatus !== "IDLE") await tellAccess(deps, room, userId);
  return seq;
}

/**
 * The person comes in with the level that they were offered, and whoever invited them is told; the change holds the room's lock.
 * Returns the seq.
 */
export async function acceptInvitation(
  deps: Pick<AccessDeps, "jobs">,
  change: Change,
  person: Pick<Actor, "userId" | "fullName" | "accountType">,
  room: RoomRow,
): Promise<number> {
  const offer = await findOffer(change.tx, { roomId: room.id, userId: person.userId });
  if (!offer) throw new Error("An invitation has a place");
  requireSpace(room);
  const level = room.isGeneral ? joinLevel(room, person.accountType) : offer.accessLevel;
  const invitedBy = offer.inviter ?? undefined;
  const as = { level, joinMethod: offer.joinMethod, invitedBy };
  const seq = await addParticipant(change, person, room, as);
  if (offer.invitedBy !== null)
    await notify(change.tx, deps, {
      type: "ROOM_JOINED",
      userId: offer.invitedBy,
      actorId: person.userId,
      facts: toRoomFacts(room, level),
    });
  return seq;
}
