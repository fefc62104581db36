import {
  type ErrorCode,
  errorMessage,
  OWN_INVITATIONS_MAX,
  type InputOf,
  type InvitationCard,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { requireVisit } from "#server/features/auth/limits.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import { endPlaces } from "#server/features/participants/departures.service.ts";
import { joinFirstRooms } from "#server/features/participants/membership.service.ts";
import { fillName, requireAccount } from "#server/features/users/accounts.service.ts";
import {
  addMember,
  findEndOfMembership,
  findMemberStatus,
  readSettings,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { updateUsed } from "./changes.queries.ts";
import { toKey } from "./codes.service.ts";
import { endInvitation } from "./ending.service.ts";
import {
  findInvitation,
  findInvitationForChange,
  listRoomIdsOf,
  hasPendingTo,
  listPendingTo,
  type InvitationRow,
} from "./invitations.queries.ts";
import { mayInvite } from "./invitations.access.ts";
import { isFor, mayGive } from "./invitations.rules.ts";
import { toInvitationCard, toOwnInvitation } from "./invitations.view.ts";

interface LookingDeps extends Pick<Config, "invitationValidateRate" | "otpDelivery"> {
  readonly db: Db;
  readonly clock: Clock;
}

export interface AcceptingDeps extends LookingDeps {
  readonly changes: Changes;
}

/** Who looks at an invitation; nobody has to be signed in for that. */
export interface Looking {
  readonly actor: Actor | undefined;
  readonly address: string;
  readonly isLocal: boolean;
}

/**
 * What whoever has the code may know, so many times an hour from one address (INVITATION_VALIDATE_RATE). Codes that are unknown and
 * revoked ones look alike (rules-identity 69, 70).
 */
export async function validateInvitation(
  deps: AcceptingDeps,
  looking: Looking,
  code: string,
): Promise<InvitationCard> {
  const { db } = deps;
  const { actor } = looking;
  const { found, refusal } = await lookAt(deps, looking, code);
  if (!found || refusal) {
    const message = errorMessage(refusal ?? "INVITATION_NOT_FOUND");
    return { valid: false, canAccept: false, message };
  }
  if (!actor) return toInvitationCard(found, { isSignedIn: false, canAccept: false });
  const canAccept = await mayAccept(db, actor, found);
  return toInvitationCard(found, { isSignedIn: true, canAccept });
}

async function mayAccept(db: Db, actor: Actor, found: InvitationRow): Promise<boolean> {
  if (actor.boundRoomId !== null || !(await isForActor(db, actor, found))) return false;
  return (await findMemberStatus(db, actor.userId, found.workspaceId)) !== "SUSPENDED";
}

/** Nothing of before they were taken out lets anybody in again (rules-identity 63). */
async function isForActor(db: Db, { userId }: Actor, found: InvitationRow): Promise<boolean> {
  const { workspaceId, createdAt } = found;
  const leftAt = await findEndOfMembership(db, { workspaceId, userId });
  if (leftAt && createdAt < leftAt) return false;
  const { allowedEmailDomains } = await readSettings(db, workspaceId);
  return isFor(found, await requireAccount(db, userId), allowedEmailDomains);
}

/** What its inviter may not give any more counts as revoked, whenever and wherever they lost that (rules-identity 48, 74). */
async function asOfNow(
  db: Db,
  finding: Promise<InvitationRow | undefined>,
): Promise<InvitationRow | undefined> {
  const found = await finding;
  if (found?.status !== "PENDING") return found;
  const { inviterRole: own, isInviterActive, type, role, workspaceId } = found;
  const isMeant = own !== null && isInviterActive && mayGive(own, type, role);
  const stands = isMeant && (await mayInvite(db, workspaceId, own));
  return stands ? found : { ...found, status: "REVOKED" };
}

interface Accepted {
  readonly organization: { readonly id: WorkspaceId; readonly name: string };
  /** They were in it before, and nothing was used up. */
  readonly isMember: boolean;
}

/**
 * The caller becomes a member as the invitation says, and comes into general and its rooms; all in one transaction under its row's
 * lock, so that of two who use the last use at once one joins (rules-identity 71, 72).
 */
export async function acceptInvitation(
  deps: AcceptingDeps,
  actor: Actor,
  { inviteCode, fullName = "" }: InputOf<"acceptInvitation">["body"],
): Promise<Accepted> {
  if (actor.boundRoomId !== null) throw new AppError("INVITATION_NOT_FOUND");
  const { userId } = actor;
  const now = deps.clock.now();
  const key = toKey(inviteCode, userId);
  const seen = await findInvitation(deps.db, key, now);
  if (seen?.status === "PENDING") await endPlaces(deps, { workspaceId: seen.workspaceId, userId });
  return deps.changes.run(async (change): Promise<Accepted> => {
    const { tx } = change;
    const found = await asOfNow(tx, findInvitationForChange(tx, key, now));
    if (!found || found.status === "REVOKED") throw new AppError("INVITATION_NOT_FOUND");
    const { workspaceId: id, title: name, role, department } = found;
    const before = { organization: { id, name }, isMember: true };
    const status = await findMemberStatus(tx, userId, id);
    if (status === "ACTIVE") return before;
    if (status === "SUSPENDED") throw new AppError("MEMBER_SUSPENDED");
    const refusal = refusalOf(found);
    if (refusal) throw new AppError(refusal);
    if (!(await isForActor(tx, actor, found))) throw new AppError("INVITATION_WRONG_ACCOUNT");
    // By another invitation, at the same moment.
    if (!(await addMember(tx, { workspaceId: id, userId, role, department }, now))) return before;
    await updateUsed(tx, found.id);
    const named = { ...actor, fullName: await fillName(tx, actor, fullName, now) };
    const member = { ...named, workspaceId: id, workspaceRole: role };
    const roomIds = await listRoomIdsOf(tx, found.id);
    await joinFirstRooms(change, member, { ...found, roomIds });
    const details = { role, by: found.type };
    await recordAct(tx, actor, { at: now, kind: "member joined", workspaceId: id, details });
    return { ...before, isMember: false };
  });
}

/**
 * The step into the organization that was joined. Whoever loses it within that very moment, because they are removed or it is
 * deleted, was invited to nothing.
 */
export async function enterJoined<T>(entering: Promise<T>): Promise<T> {
  try {
    return await entering;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === "ORGANIZATION_NOT_FOUND";
    throw isGone ? new AppError("INVITATION_NOT_FOUND") : error;
  }
}

/** Declines an invitation that names the caller; a link is for others as well, and stays (rules-identity 73). */
export async function declineInvitation(
  { db, clock }: AcceptingDeps,
  actor: Actor,
  code: string,
): Promise<void> {
  if (actor.boundRoomId !== null) throw new AppError("INVITATION_NOT_FOUND");
  const now = clock.now();
  await runTransaction(db, async (tx) => {
    const key = toKey(code, actor.userId);
    const found = await asOfNow(tx, findInvitationForChange(tx, key, now));
    const refusal = refusalOf(found);
    if (!found || refusal) throw new AppError(refusal ?? "INVITATION_NOT_FOUND");
    if (found.type === "LINK") return;
    if (!(await isForActor(tx, actor, found))) throw new AppError("INVITATION_WRONG_ACCOUNT");
    await endInvitation(tx, found, "REJECTED");
    const { id, workspaceId } = found;
    const about = { workspaceId, target: { type: "invitation", id } } as const;
    await recordAct(tx, actor, { ...about, at: now, kind: "invitation declined" });
  });
}

/** Pending DIRECT invitations of the caller, the newest first; the id of one stands for its code. */
export async function listMyInvitations(
  { db, clock }: AcceptingDeps,
  actor: Actor,
): Promise<ReplyOf<"listMyInvitations">> {
  if (actor.boundRoomId !== null) return { results: [] };
  const rows = await listPendingTo(db, actor.userId, OWN_INVITATIONS_MAX, clock.now());
  return { results: rows.map(toOwnInvitation) };
}

/** Throws INVITATION_NOT_FOUND, INVITATION_EXPIRED or INVITATION_ALREADY_USED; counts as a look at an invitation. */
export async function requireInvitation(
  deps: LookingDeps,
  caller: Omit<Looking, "actor">,
  code: string,
): Promise<void> {
  const { refusal } = await lookAt(deps, { ...caller, actor: undefined }, code);
  if (refusal) throw new AppError(refusal);
}

async function lookAt(deps: LookingDeps, { actor, ...caller }: Looking, code: string) {
  const { db, clock, invitationValidateRate: max } = deps;
  await requireVisit(deps, caller, { what: "invitations looked at", max });
  const found = await asOfNow(db, findInvitation(db, toKey(code, actor?.userId), clock.now()));
  return { found, refusal: refusalOf(found) };
}

/** Is somebody waited for at this address: they may open an account where SIGNUP_MODE is invite (rules-identity 6). */
export function isInvited(db: Db, email: string, now: Date): Promise<boolean> {
  return hasPendingTo(db, email, now);
}

function refusalOf(row: InvitationRow | undefined): ErrorCode | undefined {
  switch (row?.status) {
    case "PENDING":
      return undefined;
    case "EXPIRED":
      return "INVITATION_EXPIRED";
    case "ACCEPTED":
    case "REJECTED":
      return "INVITATION_ALREADY_USED";
    case "REVOKED":
    case undefined:
      return "INVITATION_NOT_FOUND";
  }
}
