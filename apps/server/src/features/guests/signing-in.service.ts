import type { InputOf, ReplyOf } from "@colbin/protocol";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Auth, Caller, Kept } from "#server/features/auth/auth.service.ts";
import { requireHit, requireVisit } from "#server/features/auth/limits.service.ts";
import { hashSecret, isSecret } from "#server/features/auth/secrets.service.ts";
import { openSession, toTokens } from "#server/features/auth/sessions.service.ts";
import type { Change, Changes } from "#server/features/log/log.service.ts";
import { addParticipant } from "#server/features/participants/participants.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import { toRoomCard, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import {
  createGuestAccount,
  toCurrentUser,
  type UserRow,
} from "#server/features/users/accounts.service.ts";
import { mayHaveGuests, toAccountType } from "#server/features/workspaces/workspaces.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { findLink, insertGuest, updateUsed, type FoundLink } from "./guests.queries.ts";
import { linkLimit, takesGuests } from "./guests.rules.ts";

export interface SigningInDeps extends Auth {
  readonly changes: Changes;
}

/** Which room a guest link leads to; so many looks an hour from one address. */
export async function validateGuestLink(
  deps: SigningInDeps,
  caller: Pick<Caller, "address" | "isLocal">,
  guestCode: string,
): Promise<ReplyOf<"validateGuestLink">> {
  await countVisit(deps, caller, "looks");
  const link = await requireLiveLink(deps, guestCode);
  const { title: roomName, organizationName, accessLevel } = link;
  return { roomName, organizationName, accessLevel };
}

/**
 * Signs somebody in to the room of a live guest link, under the name that they say: an account without an identifier, in this room alone,
 * with a session that ends after GUEST_SESSION_HOURS and is never renewed (rules-identity 23, 24). Unknown, closed, used up and expired
 * links are refused alike; several at once are no more than the link is for.
 */
export async function signInGuest(
  deps: SigningInDeps,
  caller: Caller,
  { displayName: fullName, guestCode }: InputOf<"guestSignIn">["body"],
): Promise<Kept<ReplyOf<"guestSignIn">>> {
  await countVisit(deps, caller, "signs in");
  const link = await requireLiveLink(deps, guestCode);
  const now = deps.clock.now();
  await requireHit(deps.db, linkLimit(link.id), now);
  const { user, room, session } = await deps.changes.run(async (change) => {
    const account = await createGuestAccount(change.tx, { fullName, now });
    const entered = await enter(change, link, account, now);
    const bound = { roomId: link.roomId, hours: deps.config.guestSessionHours };
    const of = { userId: account.id, workspaceId: link.workspaceId, now, bound };
    const opened = await openSession(change.tx, deps, caller, of);
    const target = { type: "room", id: link.roomId } as const;
    await recordAudit(change.tx, {
      at: now,
      kind: "guest joined",
      workspaceId: link.workspaceId,
      actorId: account.id,
      sessionId: opened.session.id,
      address: caller.address,
      target,
      details: { linkId: link.id },
    });
    return { user: account, room: entered, session: opened.session };
  });
  const { tokens, secrets } = await toTokens(deps, session);
  const viewer = { sessionId: session.id, accountType: toAccountType(link.workspaceKind) };
  const currentOrg = toCurrentOrg(link);
  return {
    reply: { user: toCurrentUser(user, viewer, now), tokens, currentOrg, room: toRoomCard(room) },
    secrets,
  };
}

function toCurrentOrg({ workspaceId: orgId, organizationName: orgName }: FoundLink) {
  return orgName === null ? null : { orgId, orgName, orgRole: "GUEST" as const, isDefault: false };
}

/** The account comes into the room, as the link says and as long as the room takes guests. */
async function enter(
  change: Change,
  link: FoundLink,
  { id: userId, fullName }: UserRow,
  now: Date,
): Promise<RoomRow> {
  const { tx } = change;
  const room = await requireLockedRoom(tx, userId, link.roomId);
  if (!takesGuests(room) || !(await updateUsed(tx, link.id, now)))
    throw new AppError("GUEST_LINK_INVALID");
  const as = { level: link.accessLevel, joinMethod: "SHARED_LINK", isGuest: true } as const;
  await addParticipant(change, { userId, fullName }, room, as);
  await insertGuest(tx, { userId, linkId: link.id, roomId: room.id, createdAt: now });
  return requireLockedRoom(tx, userId, room.id);
}

/** After one look, whatever is shown. That guests are switched off is told to whoever has a code that was good. */
async function requireLiveLink(deps: SigningInDeps, guestCode: string): Promise<FoundLink> {
  const code = isSecret(guestCode, 128) ? guestCode : "";
  const link = await findLink(deps.db, hashSecret(code), deps.clock.now());
  if (!link) throw new AppError("GUEST_LINK_INVALID");
  const accountType = toAccountType(link.workspaceKind);
  if (!(await mayHaveGuests(deps.db, { ...link, accountType }, deps.config)))
    throw new AppError("GUEST_SIGN_IN_DISABLED");
  if (!link.isLive || !takesGuests(link)) throw new AppError("GUEST_LINK_INVALID");
  return link;
}

function countVisit(
  deps: SigningInDeps,
  caller: Pick<Caller, "address" | "isLocal">,
  what: "signs in" | "looks",
): Promise<void> {
  const { otpDelivery, guestSignInRate: max } = deps.config;
  return requireVisit({ ...deps, otpDelivery }, caller, { what: `guest ${what}`, max });
}
