import { rolesInvited, type UserId, type WorkspaceId, type WorkspaceRole } from "@colbin/protocol";
import { removeInvited } from "#server/features/workspaces/workspaces.service.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  deleteEnded,
  updateEnded,
  updateExpired,
  updateForgotten,
  updateRevoked,
  type EndedStatus,
} from "./changes.queries.ts";
import { mayInvite } from "./invitations.access.ts";
import type { InvitationRow } from "./invitations.queries.ts";

const none = { named: [], link: [] };

/* How invitations end without being accepted. With a DIRECT one goes the membership INVITED (rules-identity 60). */

/** Ends one that is pending; false where it was not. The caller holds its row. */
export async function endInvitation(
  tx: Tx,
  { id, workspaceId, inviteeId }: Pick<InvitationRow, "id" | "workspaceId" | "inviteeId">,
  status: EndedStatus,
): Promise<boolean> {
  const isEnded = await updateEnded(tx, id, status);
  if (isEnded && inviteeId) await removeInvited(tx, [{ workspaceId, userId: inviteeId }]);
  return isEnded;
}

/** Whoever is out, or kept out, has invited nobody, and nothing that they were sent before lets them in (rules-identity 63, 74). */
export async function revokeInvitationsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<void> {
  await removeInvited(tx, await updateRevoked(tx, { workspaceId, by: userId, to: userId }, none));
}

/** The same of a member who has this role from now on: what they could still invite to stays. */
export async function limitInvitationsOf(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: WorkspaceId; readonly userId: UserId },
  role: WorkspaceRole,
): Promise<void> {
  const kept = (await mayInvite(tx, workspaceId, role)) ? rolesInvited[role] : none;
  await removeInvited(tx, await updateRevoked(tx, { workspaceId, by: userId }, kept));
}

/** Whoever is shut out of the server has invited nobody anywhere (rules-identity 48). */
export async function revokeAllInvitationsOf(tx: Tx, userId: UserId): Promise<void> {
  await removeInvited(tx, await updateRevoked(tx, { by: userId }, none));
}

/** Nobody comes in by an invitation of before any more (rules-identity 56). */
export async function revokeAllInvitations(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await removeInvited(tx, await updateRevoked(tx, { workspaceId }, none));
}

/** Nobody is invited by the name or the address of an account that is erased (rules-identity 50). */
export function forgetInvitee(
  tx: Tx,
  inviteeId: UserId,
  identifiers: readonly string[],
): Promise<void> {
  return updateForgotten(tx, inviteeId, identifiers);
}

const DAY_MS = 24 * 60 * 60_000;
/** As long lists show what became of an invitation; the audit tells longer. */
const ENDED_KEPT_DAYS = 90;

/** What has run out is over in the lists of members as well; what is over for long is deleted. */
export async function expireInvitations(db: Db, now: Date): Promise<void> {
  await runTransaction(db, async (tx) => removeInvited(tx, await updateExpired(tx, now)));
  await deleteEnded(db, new Date(now.getTime() - ENDED_KEPT_DAYS * DAY_MS));
}
