import {
  INVITE_LINK_DAYS,
  type FieldError,
  type InputOf,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { countHit } from "#server/features/auth/limits.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import { insertInvitation, updateCode } from "./changes.queries.ts";
import { newCode, sendCode, type SendingDeps } from "./codes.service.ts";
import { endInvitation } from "./ending.service.ts";
import {
  requireInviter,
  requireInviterForChange,
  requireOwnInvitation,
} from "./invitations.access.ts";
import { listInvitationsOf, type InvitationListing } from "./invitations.queries.ts";
import { addressLimit, inviteeLimit, linkLimit, mayGive } from "./invitations.rules.ts";
import { toInvitation, toInviteLink } from "./invitations.view.ts";
import { listRoomsToJoin } from "./inviting.service.ts";

export {
  forgetInvitee,
  limitInvitationsOf,
  revokeAllInvitations,
  revokeAllInvitationsOf,
  revokeInvitationsOf,
} from "./ending.service.ts";

export interface InvitationDeps extends SendingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Makes a link by which anybody may join, for OWNER and ADMIN. Its code is stored hashed and shown this once (rules-identity 67). */
export async function generateInviteLink(
  deps: InvitationDeps,
  actor: Actor,
  orgId: WorkspaceId,
  input: InputOf<"generateInviteLink">["body"],
): Promise<ReplyOf<"generateInviteLink">> {
  const now = deps.clock.now();
  const { role, maxUses = null } = input;
  const { code, kept } = newCode(now, input.expiresInDays);
  await runTransaction(deps.db, async (tx) => {
    const organization = await requireInviterForChange(tx, actor.userId, orgId);
    if (!mayGive(organization.role, "LINK", role))
      throw new AppError("INVITATION_ROLE_NOT_ALLOWED");
    const roomIds = await listRoomsToJoin(tx, actor, orgId, input.rooms);
    if (!roomIds) throw new AppError("ROOMS_NOT_FOUND");
    if (role === "GUEST" && roomIds.length === 0) throw new AppError("VALIDATION_ERROR", noRooms);
    const retryAfterMs = await countHit(tx, linkLimit(orgId), now);
    if (retryAfterMs > 0) throw new AppError("INVITATION_LIMIT_REACHED", { retryAfterMs });
    const made = { workspaceId: orgId, type: "LINK", role, department: null, roomIds } as const;
    const invitedBy = actor.userId;
    const id = await insertInvitation(tx, { ...kept, ...made, maxUses, invitedBy, createdAt: now });
    const about = { workspaceId: orgId, target: { type: "invitation", id } } as const;
    const details = { type: "LINK", role };
    await recordAct(tx, actor, { ...about, at: now, kind: "invitation made", details });
  });
  const link = toInviteLink({ publicUrl: deps.publicUrl, code, orgId });
  return { link, code, expiresAt: kept.expiresAt.toISOString() };
}

/** A guest is in no room but those that they were invited to (rules-rooms 12). */
const noRooms = {
  fields: [
    { path: "rooms", code: "required", message: "This field is required" },
  ] satisfies FieldError[],
};

/** By page, the newest first; a MEMBER who may invite sees their own. */
export async function listInvitations(
  { db, clock }: InvitationDeps,
  actor: Actor,
  orgId: WorkspaceId,
  listing: InvitationListing,
): Promise<ReplyOf<"listInvitations">> {
  const { role } = await requireInviter(db, actor.userId, orgId);
  const of = { workspaceId: orgId, invitedBy: role === "MEMBER" ? actor.userId : null };
  const { rows, total } = await listInvitationsOf(db, of, listing, clock.now());
  return toPage(rows.map(toInvitation), listing, total);
}

interface Target {
  readonly orgId: WorkspaceId;
  readonly invitationId: string;
}

/** What was pending cannot be accepted any more. */
export async function cancelInvitation(
  deps: InvitationDeps,
  actor: Actor,
  target: Target,
): Promise<void> {
  const now = deps.clock.now();
  await runTransaction(deps.db, async (tx) => {
    const { invitation } = await requireOwnInvitation(tx, actor, target, now);
    if (!(await endInvitation(tx, invitation, "REVOKED")))
      throw new AppError("INVITATION_NOT_FOUND");
    await recordAct(tx, actor, {
      at: now,
      kind: "invitation revoked",
      workspaceId: target.orgId,
      target: { type: "invitation", id: invitation.id },
    });
  });
}

/**
 * Another code and another week; the code before dies, and an account is told again (rules-identity 68). Three times a day, so that
 * nobody is flooded.
 */
export async function resendInvitation(
  deps: InvitationDeps,
  actor: Actor,
  target: Target,
): Promise<ReplyOf<"resendInvitation">> {
  const now = deps.clock.now();
  const { code, kept } = newCode(now, INVITE_LINK_DAYS);
  await runTransaction(deps.db, async (tx) => {
    const { invitation, organization } = await requireOwnInvitation(tx, actor, target, now);
    const { id, type, role, email, inviteeId, workspaceId } = invitation;
    if (!mayGive(organization.role, type, role)) throw new AppError("INVITATION_ROLE_NOT_ALLOWED");
    const invitee = email ?? inviteeId;
    if (invitee === null || invitation.status !== "PENDING")
      throw new AppError("INVITATION_NOT_RESENDABLE");
    for (const limit of [inviteeLimit(workspaceId, invitee), addressLimit(invitee)]) {
      const retryAfterMs = await countHit(tx, limit, now);
      if (retryAfterMs > 0) throw new AppError("INVITATION_LIMIT_REACHED", { retryAfterMs });
    }
    await updateCode(tx, id, kept);
    if (email !== null) await sendCode(tx, deps, id, code);
    else if (inviteeId !== null) {
      const facts = { orgId: workspaceId, title: organization.title, invitationId: id, role };
      const event = { userId: inviteeId, actorId: actor.userId, facts };
      await notify(tx, deps, { ...event, type: "ORGANIZATION_INVITATION" });
    }
    const about = { workspaceId, target: { type: "invitation", id } } as const;
    await recordAct(tx, actor, { ...about, at: now, kind: "invitation resent" });
  });
  return { expiresAt: kept.expiresAt.toISOString() };
}
