import {
  INVITE_LINKS_A_DAY,
  rolesInvited,
  type InvitationType,
  type UserId,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";

/** May somebody with this role give the other one by an invitation of this type? */
export function mayGive(own: WorkspaceRole, type: InvitationType, role: WorkspaceRole): boolean {
  return rolesInvited[own][type === "LINK" ? "link" : "named"].includes(role);
}

/** Who made an invitation, and what they are in the organization now. */
export interface Made {
  readonly invitedBy: UserId;
  readonly inviterRole: WorkspaceRole | null;
}

/** The OWNER sends again and revokes all, ADMINs all but the OWNER's, everybody else their own. */
export function mayManage(
  { invitedBy, inviterRole }: Made,
  by: { readonly userId: UserId; readonly role: WorkspaceRole },
): boolean {
  if (by.role === "OWNER" || invitedBy === by.userId) return true;
  return by.role === "ADMIN" && inviterRole !== "OWNER";
}

interface Addressed {
  readonly type: InvitationType;
  readonly email: string | null;
  readonly inviteeId: UserId | null;
}

interface Account {
  readonly id: UserId;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/**
 * Is the invitation for this account: an address counts where it is proved, and a link where the organization limits addresses to
 * these domains, to no subdomain of them (rules-identity 70, 81).
 */
export function isFor(
  { type, email, inviteeId }: Addressed,
  account: Account,
  allowedDomains: readonly string[],
): boolean {
  const proved = account.isEmailVerified ? account.email : null;
  switch (type) {
    case "EMAIL":
      return proved !== null && proved === email;
    case "DIRECT":
      return account.id === inviteeId;
    case "LINK":
      return (
        allowedDomains.length === 0 ||
        (proved !== null && allowedDomains.includes(proved.slice(proved.lastIndexOf("@") + 1)))
      );
  }
}

const DAY_MS = 24 * 60 * 60_000;
/** A first one, and three times again (rules-identity 68). */
const SENDS_A_DAY = 4;
/** In so many somebody invites as much as one allows. */
const ORGANIZATIONS_A_DAY = 3;

interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** People whom an organization invites in a day (INVITES_PER_ORG_DAY). */
export function organizationLimit(workspaceId: WorkspaceId, max: number): Limit {
  return { key: `invitations of ${workspaceId}`, max, windowMs: DAY_MS };
}

/** Links that an organization makes in a day; each dies within INVITE_LINK_DAYS_MAX. */
export function linkLimit(workspaceId: WorkspaceId): Limit {
  return { key: `invite links of ${workspaceId}`, max: INVITE_LINKS_A_DAY, windowMs: DAY_MS };
}

/** People whom somebody invites in a day, in however many organizations: making another one gives no more. */
export function inviterLimit(userId: UserId, perOrganization: number): Limit {
  const max = perOrganization * ORGANIZATIONS_A_DAY;
  return { key: `invitations by ${userId}`, max, windowMs: DAY_MS };
}

/** What one address gets in a day of all organizations together. */
export function addressLimit(email: string): Limit {
  const max = SENDS_A_DAY * ORGANIZATIONS_A_DAY;
  return { key: `invitations to ${email}`, max, windowMs: DAY_MS };
}

/** What one person gets of an organization in a day, however it is sent: cancelling and inviting anew gives no more. */
export function inviteeLimit(workspaceId: WorkspaceId, invitee: string): Limit {
  const key = `invitations of ${workspaceId} to ${invitee}`;
  return { key, max: SENDS_A_DAY, windowMs: DAY_MS };
}
