import {
  errorMessage,
  type Invitation,
  type InvitationCard,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { maskIdentifier, toIdentifier } from "#server/features/users/identifiers.service.ts";
import type { MailContent } from "#server/platform/mail/mailer.ts";
import type { InvitationRow } from "./invitations.queries.ts";

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    role: row.role,
    email: row.email,
    username: row.username,
    codeEnd: row.codeEnd,
    uses: row.uses,
    maxUses: row.maxUses,
    invitedBy: row.inviterName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

type OwnInvitation = ReplyOf<"listMyInvitations">["results"][number];

/** One to the account that reads it. */
export function toOwnInvitation(row: InvitationRow): OwnInvitation {
  const { id, role, inviterName } = row;
  const createdAt = row.createdAt.toISOString();
  const expiresAt = row.expiresAt.toISOString();
  return { id, organization: toOrganization(row), role, inviterName, createdAt, expiresAt };
}

/** What whoever has the code is told of an invitation that can be accepted. A stranger learns no address by it. */
export function toInvitationCard(
  row: InvitationRow,
  reader: { readonly isSignedIn: boolean; readonly canAccept: boolean },
): InvitationCard {
  const { type, role, inviterName } = row;
  const { isSignedIn, canAccept } = reader;
  const email =
    row.email === null || isSignedIn ? row.email : maskIdentifier(toIdentifier(row.email));
  const expiresAt = row.expiresAt.toISOString();
  return {
    valid: true,
    message: isSignedIn ? toAnswer(canAccept) : "Sign in to accept this invitation",
    canAccept,
    organization: toOrganization(row),
    invitation: { type, email, role, expiresAt, inviterName },
  };
}

function toAnswer(canAccept: boolean): string {
  return canAccept ? "You can accept this invitation" : errorMessage("INVITATION_WRONG_ACCOUNT");
}

function toOrganization({ workspaceId: id, title }: InvitationRow) {
  return { id, name: title, title };
}

export interface InviteLink {
  readonly publicUrl: string;
  readonly code: string;
  readonly orgId: WorkspaceId;
  readonly email?: string;
}

/** The address of an invitation's page. What stands beside the code is there for a page that cannot ask the server. */
export function toInviteLink({ publicUrl, code, orgId, email }: InviteLink): string {
  const query = new URLSearchParams({ code, org: orgId, ...(email !== undefined && { email }) });
  return `${publicUrl}/invite/join?${query.toString()}`;
}

interface Sent {
  readonly productName: string;
  readonly publicUrl: string;
  readonly email: string;
  readonly code: string;
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Tells somebody who invites them to what, and what to do where they did not expect it. */
export function toInvitationMail(row: InvitationRow, sent: Sent): MailContent {
  const { title, role, inviterName, expiresAt, workspaceId: orgId } = row;
  const { productName, email } = sent;
  return {
    subject: `${inviterName} invites you to join ${title}`,
    paragraphs: [`${inviterName} invites you to join ${title} on ${productName}.`],
    facts: [
      ["Organization", title],
      ["Role", role.toLowerCase()],
      ["Valid until", `${day.format(expiresAt)} (UTC)`],
    ],
    action: { label: "Look at the invitation", url: toInviteLink({ ...sent, orgId }) },
    foot: `The invitation is for ${email} alone. If you did not expect it, you need not do anything: nobody joins unless you accept.`,
  };
}
