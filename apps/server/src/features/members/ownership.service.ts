import type { Member } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { limitInvitationsOf } from "#server/features/invitations/invitations.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { requireOwnedOrganization } from "#server/features/organizations/organizations.access.ts";
import { followRole } from "#server/features/participants/levels.service.ts";
import { findAccountForChange } from "#server/features/users/accounts.service.ts";
import { changeMember, countOwned } from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { requireMemberForChange, type Target } from "./members.access.ts";
import type { MemberRow } from "./members.queries.ts";
import type { MemberDeps } from "./members.service.ts";
import { toMember } from "./members.view.ts";

export interface OwnershipDeps extends MemberDeps, Pick<Config, "orgMaxOwned"> {}

/**
 * Makes an active ADMIN or MEMBER the OWNER; the caller, who was it, becomes ADMIN. One transaction under the row of the organization:
 * there is exactly one OWNER at any time (rules-identity 54, 55). Refused where the new one owns ORG_MAX_OWNED.
 */
export async function transferOwnership(
  deps: OwnershipDeps,
  actor: Actor,
  target: Target,
): Promise<Member> {
  const { orgId: workspaceId, userId } = target;
  const member = await deps.changes.run(async (change) => {
    const { tx } = change;
    const { role, title } = await requireOwnedOrganization(tx, actor, workspaceId);
    const reader = { userId: actor.userId, role, seesEverybody: true, hasDirectory: true };
    // Held, so that nobody deletes their account while they become the owner; before the members, as whoever signs in takes them.
    const account = await findAccountForChange(tx, userId);
    const own = await requireMemberForChange(tx, reader, { ...target, userId: actor.userId });
    const row = await requireMemberForChange(tx, reader, target);
    if (row.role !== "ADMIN" && row.role !== "MEMBER")
      throw new AppError("MEMBER_ROLE_NOT_ALLOWED");
    const mayOwn = row.status === "ACTIVE" && account?.isBlocked === false && !account.deletedAt;
    if (!mayOwn) throw new AppError("MEMBER_STATUS_CONFLICT");
    if ((await countOwned(tx, userId)) >= deps.orgMaxOwned)
      throw new AppError("ORGANIZATION_LIMIT_REACHED");
    const people = [actor.userId, userId].map((id) => ({ workspaceId, userId: id }));
    const [before, after] = people;
    if (!before || !after) throw new Error("A transfer is between two people");
    // The first makes room for the second: the index of owners holds one.
    await changeMember(tx, before, toChange(own, "ADMIN"));
    await changeMember(tx, after, toChange(row, "OWNER"));
    await limitInvitationsOf(tx, before, "ADMIN");
    for (const who of people) await followRole(change, actor.userId, who);
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: "organization transferred",
      workspaceId,
      target: { type: "user", id: userId },
    });
    const facts = { orgId: workspaceId, title, change: "owner", role: "OWNER" } as const;
    await notify(tx, deps, {
      type: "ORGANIZATION_CHANGED",
      userId,
      actorId: actor.userId,
      facts,
    });
    change.people.push(...people);
    return toMember({ ...row, role: "OWNER" }, { ...reader, role: "ADMIN" });
  });
  for (const id of [actor.userId, userId]) deps.live.refreshActor(id);
  return member;
}

function toChange<R extends "ADMIN" | "OWNER">(row: MemberRow, role: R) {
  const { status, department, suspendedReason } = row;
  return { role, status, department, suspendedReason };
}
