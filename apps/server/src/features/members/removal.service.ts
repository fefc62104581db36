import type { WorkspaceId } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { revokeInvitationsOf } from "#server/features/invitations/invitations.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { requireOwnOrganizationForChange } from "#server/features/organizations/organizations.access.ts";
import {
  recordPersonChange,
  removeMember as removeRow,
  type PersonChange,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { whenSettled } from "#server/platform/db/settled.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { requireMemberBelow, type Target } from "./members.access.ts";
import { endPlacesJob } from "./members.jobs.ts";
import type { MemberDeps } from "./members.service.ts";

/**
 * Takes somebody with a lower role out of the organization, or the caller where it is they: leaving, also while suspended
 * (rules-identity 63). Nothing that they sent is written after this has returned; their sockets there end within a second, and their
 * places in its rooms by a job. What they wrote stays. The OWNER cannot leave: ORGANIZATION_OWNER_MUST_TRANSFER.
 */
export async function removeMember(
  deps: MemberDeps,
  actor: Actor,
  target: Target,
  reason: string | undefined,
): Promise<void> {
  const { orgId: workspaceId, userId } = target;
  const isLeaving = userId === actor.userId;
  await runTransaction(deps.db, async (tx) => {
    const removed = isLeaving ? undefined : await requireMemberBelow(tx, actor, target);
    if (isLeaving) await requireFreeToLeave(tx, actor, workspaceId);
    await endMembership(tx, deps, { workspaceId, userId });
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: isLeaving ? "member left" : "member removed",
      workspaceId,
      target: { type: "user", id: userId },
      reason,
    });
    if (removed) {
      const { title, row } = removed;
      const facts = { orgId: workspaceId, title, change: "removed", role: row.role } as const;
      const event = { type: "ORGANIZATION_CHANGED", userId, actorId: actor.userId, facts } as const;
      await notify(tx, deps, event);
    }
    await recordPersonChange(tx, [{ workspaceId, userId }]);
  });
  deps.live.refreshActor(userId);
  await whenSettled(deps.db);
}

async function requireFreeToLeave(tx: Tx, actor: Actor, orgId: WorkspaceId): Promise<void> {
  const { role, title } = await requireOwnOrganizationForChange(tx, actor, orgId);
  if (role === "OWNER") throw new AppError("ORGANIZATION_OWNER_MUST_TRANSFER", { orgId, title });
}

/**
 * Makes a former member of somebody, whoever decided it: invitations by them and to them are revoked, their places end by a job. They
 * come back by an invitation of afterwards alone. The caller records the change of the person in the same transaction and refreshes
 * them after it.
 */
export async function endMembership(
  tx: Tx,
  { clock, jobs }: Pick<MemberDeps, "clock" | "jobs">,
  who: PersonChange,
): Promise<void> {
  // Before the membership: whoever just uses one of these waits for nothing that this transaction still has to do.
  await revokeInvitationsOf(tx, who.workspaceId, who.userId);
  await removeRow(tx, who, clock.now());
  await endPlacesLater(tx, jobs, who);
}

/** Has the places ended that somebody has in a workspace without being in it any more. */
export function endPlacesLater(tx: Tx, jobs: Jobs, who: PersonChange): Promise<void> {
  return jobs.enqueue(tx, endPlacesJob, who);
}
