import { isLeading, type UserId, type WorkspaceId, type WorkspaceRole } from "@colbin/protocol";
import {
  requireActiveOrganization,
  requireActiveOrganizationForChange,
} from "#server/features/organizations/organizations.access.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { findInvitationForChange, type InvitationRow } from "./invitations.queries.ts";
import { mayManage } from "./invitations.rules.ts";

type Inviting = Awaited<ReturnType<typeof requireActiveOrganization>>;

/** OWNER and ADMINs may invite, MEMBERs where invitePolicy says so (rules-identity 57). */
export async function mayInvite(db: Db, id: WorkspaceId, role: WorkspaceRole): Promise<boolean> {
  if (isLeading(role)) return true;
  return role === "MEMBER" && (await readSettings(db, id)).invitePolicy === "members";
}

/** An organization into which the caller may invite; FORBIDDEN to those whom invitePolicy leaves out. */
export async function requireInviter(db: Db, userId: UserId, id: WorkspaceId): Promise<Inviting> {
  const organization = await requireActiveOrganization(db, userId, id);
  if (!(await mayInvite(db, id, organization.role))) throw new AppError("FORBIDDEN");
  return organization;
}

/** The same with its row held until the transaction ends. */
export async function requireInviterForChange(
  tx: Tx,
  userId: UserId,
  id: WorkspaceId,
): Promise<Inviting> {
  const organization = await requireActiveOrganizationForChange(tx, { userId }, id);
  if (!(await mayInvite(tx, id, organization.role))) throw new AppError("FORBIDDEN");
  return organization;
}

/**
 * An invitation that the caller may send again or revoke, with its row held, and what they are in its organization. To a MEMBER only
 * their own are there; that of the OWNER is FORBIDDEN to ADMINs (rules-identity, Organization permission matrix).
 */
export async function requireOwnInvitation(
  tx: Tx,
  { userId }: Pick<Actor, "userId">,
  target: { readonly orgId: WorkspaceId; readonly invitationId: string },
  now: Date,
): Promise<{ readonly invitation: InvitationRow; readonly organization: Inviting }> {
  const { orgId: workspaceId, invitationId: id } = target;
  const organization = await requireInviterForChange(tx, userId, workspaceId);
  const { role } = organization;
  const invitation = await findInvitationForChange(tx, { id, workspaceId }, now);
  const isSeen = role !== "MEMBER" || invitation?.invitedBy === userId;
  if (!invitation || !isSeen) throw new AppError("INVITATION_NOT_FOUND");
  if (!mayManage(invitation, { userId, role })) throw new AppError("FORBIDDEN");
  return { invitation, organization };
}
