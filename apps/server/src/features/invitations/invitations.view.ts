import type { Invitation, InvitationCard } from "@colbin/protocol";
import type { InvitationRow } from "./invitations.queries.ts";

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    role: row.role,
    email: row.email,
    codeEnd: row.codeEnd,
    uses: row.uses,
    maxUses: row.maxUses,
    invitedBy: row.inviterName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** What whoever has the code is told of an invitation that can be accepted. */
export function toInvitationCard(row: InvitationRow, canAccept: boolean): InvitationCard {
  const { workspaceId: id, title, role, inviterName } = row;
  return {
    valid: true,
    canAccept,
    organization: { id, name: title, title },
    invitation: { email: row.email, role, expiresAt: row.expiresAt.toISOString(), inviterName },
  };
}
