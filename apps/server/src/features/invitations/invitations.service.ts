import {
  errorMessage,
  isLeading,
  type InputOf,
  type InvitationCard,
  type ReplyOf,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { hashSecret, isSecret, makeSecret } from "#server/features/auth/secrets.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import {
  requireActiveOrganization,
  requireLedOrganization,
} from "#server/features/organizations/organizations.access.ts";
import { endPlaces } from "#server/features/participants/ending.service.ts";
import { joinFirstRooms } from "#server/features/participants/joining.service.ts";
import { addMember, findMemberStatus } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import {
  findInvitation,
  findInvitationForChange,
  insertInvitation,
  listInvitationsOf,
  updateRevoked,
  updateRevokedIn,
  updateRevokedOf,
  updateUsed,
  type InvitationListing,
  type InvitationRow,
} from "./invitations.queries.ts";
import { toInvitation, toInvitationCard } from "./invitations.view.ts";

export interface InvitationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly publicUrl: string;
}

const DAY_MS = 24 * 60 * 60_000;
const CODE_END = 4;

/** Makes a link by which anybody may join; for OWNER and ADMIN. Its code is stored hashed and shown this once. */
export async function generateInviteLink(
  deps: InvitationDeps,
  actor: Actor,
  orgId: WorkspaceId,
  input: InputOf<"generateInviteLink">["body"],
): Promise<ReplyOf<"generateInviteLink">> {
  const now = deps.clock.now();
  const code = makeSecret(128);
  const expiresAt = new Date(now.getTime() + input.expiresInDays * DAY_MS);
  await runTransaction(deps.db, async (tx) => {
    await requireLedOrganization(tx, actor, orgId);
    const { role, maxUses = null } = input;
    await insertInvitation(tx, {
      workspaceId: orgId,
      type: "LINK",
      role,
      codeHash: hashSecret(code),
      codeEnd: code.slice(-CODE_END),
      maxUses,
      invitedBy: actor.userId,
      createdAt: now,
      expiresAt,
    });
    const details = { type: "LINK", role };
    const kind = "invitation made";
    await recordAct(tx, actor, { at: now, kind, workspaceId: orgId, details });
  });
  const link = `${deps.publicUrl}/invite/join?code=${code}`;
  return { link, code, expiresAt: expiresAt.toISOString() };
}

/** By page, the newest first; for OWNER and ADMIN. */
export async function listInvitations(
  { db, clock }: InvitationDeps,
  actor: Actor,
  orgId: WorkspaceId,
  listing: InvitationListing,
): Promise<ReplyOf<"listInvitations">> {
  const { role } = await requireActiveOrganization(db, actor.userId, orgId);
  if (!isLeading(role)) throw new AppError("FORBIDDEN");
  const { rows, total } = await listInvitationsOf(db, orgId, listing, clock.now());
  return toPage(rows.map(toInvitation), listing, total);
}

/** What was pending cannot be accepted any more; for OWNER and ADMIN. */
export async function cancelInvitation(
  deps: InvitationDeps,
  actor: Actor,
  { orgId, invitationId }: { readonly orgId: WorkspaceId; readonly invitationId: string },
): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    await requireLedOrganization(tx, actor, orgId);
    if (!(await updateRevoked(tx, orgId, invitationId))) throw new AppError("INVITATION_NOT_FOUND");
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: "invitation revoked",
      workspaceId: orgId,
      details: { invitationId },
    });
  });
}

/** Whoever may invite no more has invited nobody (rules-identity 74). */
export function revokeInvitationsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<void> {
  return updateRevokedOf(tx, workspaceId, userId);
}

/** Whoever is shut out of the server has invited nobody anywhere (rules-identity 48). */
export function revokeAllInvitationsOf(tx: Tx, userId: UserId): Promise<void> {
  return updateRevokedOf(tx, undefined, userId);
}

/** Nobody comes in by an invitation of before any more (rules-identity 56). */
export function revokeAllInvitations(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  return updateRevokedIn(tx, workspaceId);
}

/** What whoever has the code may know; `actor` where somebody is signed in. Codes that are unknown and revoked ones look alike. */
export async function validateInvitation(
  { db, clock }: InvitationDeps,
  actor: Actor | undefined,
  code: string,
): Promise<InvitationCard> {
  const found = await findInvitation(db, toHash(code), clock.now());
  const refusal = refusalOf(found);
  if (!found || refusal) {
    const message = errorMessage(refusal ?? "INVITATION_NOT_FOUND");
    return { valid: false, canAccept: false, message };
  }
  const status = actor && (await findMemberStatus(db, actor.userId, found.workspaceId));
  const isSuspended = status === "SUSPENDED";
  const card = toInvitationCard(found, actor?.boundRoomId === null && !isSuspended);
  return isSuspended ? { ...card, message: errorMessage("INVITATION_WRONG_ACCOUNT") } : card;
}

interface Accepted {
  readonly organization: { readonly id: WorkspaceId; readonly name: string };
  /** They were in it before, and nothing was used up. */
  readonly isMember: boolean;
}

/**
 * The caller becomes a member with the role of the invitation and comes into general; all in one transaction under its row's lock, so
 * that of two who use the last use at once one joins (rules-identity 71, 72).
 */
export async function acceptInvitation(
  deps: InvitationDeps,
  actor: Actor,
  code: string,
): Promise<Accepted> {
  if (actor.boundRoomId !== null) throw new AppError("INVITATION_NOT_FOUND");
  const now = deps.clock.now();
  const seen = await findInvitation(deps.db, toHash(code), now);
  if (seen) await endPlaces(deps, { workspaceId: seen.workspaceId, userId: actor.userId });
  return deps.changes.run(async (change): Promise<Accepted> => {
    const { tx } = change;
    const found = await findInvitationForChange(tx, toHash(code), now);
    if (!found) throw new AppError("INVITATION_NOT_FOUND");
    const { workspaceId: id, title: name, role } = found;
    const status = await findMemberStatus(tx, actor.userId, id);
    if (status === "ACTIVE") return { organization: { id, name }, isMember: true };
    if (status === "SUSPENDED") throw new AppError("MEMBER_SUSPENDED");
    const refusal = refusalOf(found);
    if (refusal) throw new AppError(refusal);
    // By another invitation, at the same moment.
    if (!(await addMember(tx, { workspaceId: id, userId: actor.userId, role }, now)))
      return { organization: { id, name }, isMember: true };
    await updateUsed(tx, found.id);
    await joinFirstRooms(change, { ...actor, workspaceId: id, workspaceRole: role });
    const details = { role, by: found.type };
    await recordAct(tx, actor, { at: now, kind: "member joined", workspaceId: id, details });
    return { organization: { id, name }, isMember: false };
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

/** A text that is no code of ours leads to no invitation, after the same look. */
function toHash(code: string): Buffer {
  return hashSecret(isSecret(code, 128) ? code : "");
}

function refusalOf(row: InvitationRow | undefined) {
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
