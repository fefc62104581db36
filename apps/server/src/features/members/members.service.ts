import { isRoleBelow, type InputOf, type Member, type OrganizationChange } from "@colbin/protocol";
import {
  recordAct,
  toChangedFacts,
  type AuditEvent,
} from "#server/features/audit/audit.service.ts";
import {
  limitInvitationsOf,
  revokeInvitationsOf,
} from "#server/features/invitations/invitations.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { followRole } from "#server/features/participants/levels.service.ts";
import { changeMember, type MemberChange } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { appointHeirsJob } from "./members.jobs.ts";
import { requireMemberBelow, type MemberDoors, type Target } from "./members.access.ts";
import { findMember, type MemberReader, type MemberRow } from "./members.queries.ts";
import { toMember } from "./members.view.ts";

export interface MemberDeps {
  readonly db: Db;
  readonly memberDoors: MemberDoors;
  readonly clock: Clock;
  readonly live: Pick<Live, "refreshActor">;
  readonly jobs: Jobs;
  readonly changes: Changes;
}

/** One whom the caller may see; else MEMBER_NOT_FOUND. */
export async function getMember(
  { db, memberDoors }: MemberDeps,
  actor: Actor,
  { orgId, userId }: Target,
): Promise<Member> {
  const reader = await memberDoors.requireReader(actor.userId, orgId);
  const row = await findMember(db, orgId, userId, reader);
  if (!row) throw new AppError("MEMBER_NOT_FOUND");
  return toMember(row, reader);
}

interface Act {
  /** What becomes of the member; throws where that cannot be. */
  readonly change: (row: MemberRow, reader: MemberReader) => Partial<MemberChange>;
  readonly toAudit: (
    before: MemberChange,
    after: MemberChange,
  ) => Pick<AuditEvent, "kind" | "action" | "reason">;
}

/**
 * Acts on somebody with a lower role than the own; it counts for the next event, on every node. Whoever is suspended, or may
 * invite to less than before, has not invited to it (rules-identity 61 to 64, 74).
 */
async function act(deps: MemberDeps, actor: Actor, target: Target, how: Act): Promise<Member> {
  const { orgId, userId } = target;
  const now = deps.clock.now();
  const who = { workspaceId: orgId, userId };
  const { member, isLowered } = await deps.changes.run(async (change) => {
    const { tx } = change;
    const { row, reader, title } = await requireMemberBelow(tx, actor, target);
    const { department, suspendedReason, status } = row;
    const before = { role: row.role, department, suspendedReason, status };
    const after = { ...before, ...how.change(row, reader) };
    await changeMember(tx, who, after);
    if (after.status !== "ACTIVE") await revokeInvitationsOf(tx, orgId, userId);
    else await limitInvitationsOf(tx, who, after.role);
    if (after.role !== before.role) await followRole(change, actor.userId, who);
    if (after.status === "SUSPENDED") await deps.jobs.enqueue(tx, appointHeirsJob, who);
    await recordAct(tx, actor, {
      ...how.toAudit(before, after),
      at: now,
      workspaceId: orgId,
      target: { type: "user", id: userId },
      ...toChangedFacts(toFacts(before), toFacts(after)),
    });
    const told = changeOf(before, after);
    if (told) {
      const facts = { orgId, title, change: told, role: after.role };
      const event = { type: "ORGANIZATION_CHANGED", userId, actorId: actor.userId, facts } as const;
      await notify(tx, deps, event);
    }
    change.people.push(who);
    // A guest keeps the rooms that they are in, and looks at no other one (rules-identity 61).
    const isNowGuest = after.role === "GUEST" && before.role !== "GUEST";
    return { member: toMember({ ...row, ...after }, reader), isLowered: isNowGuest };
  });
  deps.live.refreshActor(userId, isLowered ? { previewsIn: orgId } : undefined);
  return member;
}

/** The reason of a suspension stands apart. */
function toFacts({ role, department, status }: MemberChange) {
  return { role, department, status };
}

/** What the member is told of; nothing of a department. */
function changeOf(before: MemberChange, after: MemberChange): OrganizationChange | undefined {
  if (before.status !== after.status)
    return after.status === "SUSPENDED" ? "suspended" : "reactivated";
  return before.role === after.role ? undefined : "role";
}

/** Gives another role, or a department; MEMBER_ROLE_NOT_ALLOWED for a role that the caller may not give. */
export function updateMember(
  deps: MemberDeps,
  actor: Actor,
  target: Target,
  input: InputOf<"updateMember">["body"],
): Promise<Member> {
  const { role, department } = input;
  return act(deps, actor, target, {
    change: (row, reader) => {
      if (role !== undefined && !isRoleBelow(role, reader.role))
        throw new AppError("MEMBER_ROLE_NOT_ALLOWED");
      const named = department === "" ? null : department;
      return {
        role: role ?? row.role,
        department: named === undefined ? row.department : named,
      };
    },
    toAudit: (before, after) =>
      before.role === after.role
        ? { kind: "member department" }
        : { kind: "member role", action: "CHANGE_ROLE" },
  });
}

/** Nothing of the organization reaches them within a second; what they had waits for them. */
export function suspendMember(
  deps: MemberDeps,
  actor: Actor,
  target: Target,
  reason: string,
): Promise<Member> {
  return act(deps, actor, target, {
    change: (row) => {
      if (row.status !== "ACTIVE") throw new AppError("MEMBER_STATUS_CONFLICT");
      return { status: "SUSPENDED", suspendedReason: reason };
    },
    toAudit: () => ({ kind: "member suspended", action: "REVOKE_ACCESS", reason }),
  });
}

/** With the role, the rooms and the read positions of before. */
export function reactivateMember(deps: MemberDeps, actor: Actor, target: Target): Promise<Member> {
  return act(deps, actor, target, {
    change: (row) => {
      if (row.status !== "SUSPENDED") throw new AppError("MEMBER_STATUS_CONFLICT");
      return { status: "ACTIVE", suspendedReason: null };
    },
    toAudit: () => ({ kind: "member reactivated", action: "GRANT_ACCESS" }),
  });
}
