import {
  memberStatuses,
  organizationMemberRoles,
  PLAN,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { readStorage, type StorageDeps } from "#server/features/files/files.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { requireLeading } from "./organizations.access.ts";
import { findUsage, listJoined, listMemberCounts, type MemberCount } from "./statistics.queries.ts";

interface StatisticsDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * For OWNER and ADMIN (rules-identity 58). Reads every place in the rooms of the organization: a tenth of a second with 10,000 members
 * and 100,000 places, however many messages there are.
 */
export async function getMemberStatistics(
  { db, clock }: StatisticsDeps,
  actor: Actor,
  id: WorkspaceId,
): Promise<ReplyOf<"getMemberStatistics">> {
  await requireLeading(db, actor, id);
  const now = clock.now();
  const counts = await listMemberCounts(db, id, now);
  const active = counts.filter(({ status }) => status === "ACTIVE");
  return {
    total: sum(counts, "count"),
    byRole: countBy(counts, "role", organizationMemberRoles),
    byStatus: countBy(counts, "status", memberStatuses),
    active: { in7Days: sum(active, "in7Days"), in30Days: sum(active, "in30Days") },
    joined: await listJoined(db, id, now),
  };
}

/** For OWNER and ADMIN (rules-identity 58); its cost grows with members, rooms and files, not with messages. */
export async function getUsage(
  deps: StorageDeps,
  actor: Actor,
  id: WorkspaceId,
): Promise<ReplyOf<"getUsage">> {
  await requireLeading(deps.db, actor, id);
  const usage = await findUsage(deps.db, id);
  if (!usage) throw new Error("A count without a group has one row");
  return { plan: PLAN, ...usage, storage: await readStorage(deps, id) };
}

function sum(counts: readonly MemberCount[], key: "count" | "in7Days" | "in30Days"): number {
  return counts.reduce((total, { [key]: count }) => total + count, 0);
}

/** Nobody is a zero, too. */
function countBy<K extends "role" | "status">(
  counts: readonly MemberCount[],
  key: K,
  names: readonly MemberCount[K][],
): Record<MemberCount[K], number> {
  const of = (name: MemberCount[K]) => counts.filter(({ [key]: each }) => each === name);
  return Object.fromEntries(names.map((name) => [name, sum(of(name), "count")])) as Record<
    MemberCount[K],
    number
  >;
}
