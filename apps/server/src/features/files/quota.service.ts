import type { NotificationFacts, UserId } from "@colbin/protocol";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { listWorkspaceLeaders } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sumSizes, sumUploadedSince } from "./files.queries.ts";
import { GB } from "./files.rules.ts";
import { findOrganizationTitle, lockQuota } from "./quota.queries.ts";

export interface QuotaDeps {
  readonly jobs: Jobs;
  readonly uploadGbDay: number;
  readonly quotaPersonGb: number;
  readonly quotaOrganizationGb: number;
}

interface NewBytes {
  readonly size: number;
  readonly createdAt: Date;
}

const DAY_MS = 24 * 60 * 60_000;
/** From this part of a quota on the people are told who can make room in it. */
const WARN_FROM = 0.9;

/**
 * Room for a new upload of the caller until the transaction ends, which writes its row; else STORAGE_FULL {used, limit} (rules-collab
 * 32). Where it makes a quota nearly full, its person or those who lead the organization are told, once a day.
 */
export async function requireQuota(
  tx: Tx,
  deps: QuotaDeps,
  { userId, workspaceId, accountType }: Actor,
  { size, createdAt }: NewBytes,
): Promise<void> {
  await lockQuota(tx, workspaceId);
  const aDayAgo = new Date(createdAt.getTime() - DAY_MS);
  takeOf(deps.uploadGbDay, await sumUploadedSince(tx, userId, aDayAgo), size);
  if (deps.quotaPersonGb > 0) {
    const percent = takeOf(deps.quotaPersonGb, await sumSizes(tx, workspaceId, userId), size);
    if (percent !== undefined) {
      const facts = { workspaceId, scope: "person", title: "", percent } as const;
      await warn(tx, deps, [userId], { facts, at: createdAt });
    }
  }
  // Personal is no organization.
  if (deps.quotaOrganizationGb > 0 && accountType === "BUSINESS") {
    const used = await sumSizes(tx, workspaceId, undefined);
    const percent = takeOf(deps.quotaOrganizationGb, used, size);
    if (percent === undefined) return;
    const title = (await findOrganizationTitle(tx, workspaceId)) ?? "";
    const facts = { workspaceId, scope: "organization", title, percent } as const;
    const leaders = await listWorkspaceLeaders(tx, workspaceId);
    await warn(tx, deps, leaders, { facts, at: createdAt });
  }
}

/** STORAGE_FULL where the bytes are too many; how much of the limit is used then, in percent, where that is nearly all only now. */
function takeOf(limitGb: number, used: number, size: number): number | undefined {
  const limit = limitGb * GB;
  if (used + size > limit) throw new AppError("STORAGE_FULL", { used, limit });
  const isPassed = used < WARN_FROM * limit && used + size >= WARN_FROM * limit;
  return isPassed ? Math.floor(((used + size) / limit) * 100) : undefined;
}

interface Warning {
  readonly facts: NotificationFacts["QUOTA_WARNING"];
  readonly at: Date;
}

async function warn(
  tx: Tx,
  deps: Pick<QuotaDeps, "jobs">,
  people: readonly UserId[],
  { facts, at }: Warning,
): Promise<void> {
  const cause = `${facts.workspaceId} ${facts.scope} ${at.toISOString().slice(0, 10)}`;
  for (const userId of people)
    await notify(tx, deps, { type: "QUOTA_WARNING", userId, actorId: null, cause, facts });
}
