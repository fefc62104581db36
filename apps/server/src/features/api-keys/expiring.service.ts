import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { notify } from "../notifications/notifications.service.ts";
import { updateExpiryTold } from "./api-keys.queries.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
const TOLD_AT_ONCE = 200;

export interface ExpiringDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** Has people told of keys that end within a week, once for each; a key that lives no longer than that is not worth a notice. */
export async function tellExpiring(deps: ExpiringDeps): Promise<void> {
  while ((await runTransaction(deps.db, (tx) => tellSome(tx, deps))) === TOLD_AT_ONCE);
}

async function tellSome(tx: Tx, deps: ExpiringDeps): Promise<number> {
  const now = deps.clock.now();
  const keys = await updateExpiryTold(tx, { now, leadMs: WEEK_MS, limit: TOLD_AT_ONCE });
  for (const { id, userId, name, expiresAt } of keys) {
    const facts = { name, expiresAt: expiresAt.toISOString() };
    const event = { type: "API_KEY_EXPIRING", userId, actorId: null, facts, cause: id } as const;
    await notify(tx, deps, event);
  }
  return keys.length;
}
