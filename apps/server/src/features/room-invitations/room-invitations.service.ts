import {
  ROOM_INVITE_BATCH,
  type AccessEntry,
  type InputOf,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import {
  addMember,
  bannedError,
  inviteAll,
  requireMayAdd,
  requireMayInvite,
  type Invitee,
} from "#server/features/participants/invites.service.ts";
import { readEntry, type AccessDeps } from "#server/features/participants/participants.service.ts";
import { requestAccess } from "#server/features/participants/requests.service.ts";
import { requireVisibleUser } from "#server/features/people/people.access.ts";
import { findExactUser, type FindingDeps } from "#server/features/people/people.service.ts";
import { requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";

/* Whom somebody may find is for people to say, what a place in a room becomes for participants: this brings the two together. */

export type InvitingDeps = AccessDeps & FindingDeps;

/**
 * Invites people into a channel, by id or by name and address: each gets an answer of their own, and one that cannot be invited does
 * not stop the others (rules-rooms 21). They answer within 14 days.
 */
export async function inviteToRoom(
  deps: InvitingDeps,
  actor: Actor,
  slug: string,
  { userIds = [], identifiers = [], ...offer }: InputOf<"inviteToRoom">["body"],
): Promise<ReplyOf<"inviteToRoom">> {
  const size = userIds.length + identifiers.length;
  if (size === 0 || size > ROOM_INVITE_BATCH) throw new AppError("BAD_REQUEST");
  const seen = await requireOwnPlace(deps.db, actor, slug);
  requireMayInvite(seen, offer.accessLevel);
  const invitees: Invitee[] = [];
  for (const value of userIds) {
    const userId = await findVisible(deps, actor, value);
    invitees.push({ value, userId });
  }
  for (const value of identifiers)
    invitees.push({ value, userId: await findExactUser(deps, actor, value) });
  const outcomes = await inviteAll(deps, actor, seen, { ...offer, invitees });
  return {
    results: invitees.map(({ value }, at) => ({ value, outcome: outcomes[at] ?? "notFound" })),
  };
}

/**
 * Adds somebody at once, by OWNER or ADMIN in an organization; in Personal it invites them. With the own id it is asking as everybody
 * asks, so that the queue of a PROTECTED room cannot be passed (rules-rooms 22).
 */
export async function addToRoom(
  deps: InvitingDeps,
  actor: Actor,
  slug: string,
  { userId, accessLevel }: InputOf<"addParticipant">["body"],
): Promise<AccessEntry> {
  if (userId === actor.userId)
    return requestAccess(deps, actor, slug, { accessLevel, message: "" });
  const seen = await requireOwnPlace(deps.db, actor, slug);
  requireMayAdd(seen, accessLevel);
  const found = await findVisible(deps, actor, userId);
  if (!found) throw new AppError("USER_NOT_FOUND");
  const place = { roomId: seen.id, userId: found };
  if (actor.accountType === "BUSINESS") {
    const seq = await addMember(deps, actor, seen, { userId: found, accessLevel });
    return readEntry(deps.db, place, seq);
  }
  const invitees = [{ value: userId, userId: found }];
  const [outcome] = await inviteAll(deps, actor, seen, { accessLevel, liftBan: false, invitees });
  if (outcome === "notFound") throw new AppError("USER_NOT_FOUND");
  if (outcome === "banned") throw bannedError();
  return readEntry(deps.db, place);
}

async function findVisible(
  { db }: InvitingDeps,
  actor: Actor,
  id: UserId,
): Promise<UserId | undefined> {
  try {
    return (await requireVisibleUser(db, actor, id)).id;
  } catch (error) {
    if (error instanceof AppError && error.code === "USER_NOT_FOUND") return undefined;
    throw error;
  }
}
