import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { StartError } from "../start-error.ts";
import type { DatabaseLog } from "./database-log.ts";
import { sqlStateOf } from "./sql-state.ts";

/** Below PostgreSQL's deadlock_timeout of 1 s: in a deadlock the change gives up, not the request of a running server. */
const LOCK_TIMEOUT_MS = 500;
const TRIES = 120;
/** A lock that others keep, and a deadlock with them. */
const BUSY = new Set(["55P03", "40P01"]);

/**
 * Changes the schema in a transaction that waits for no lock longer than half a second. While others keep one it begins anew, and their
 * requests pass between two tries; after 120 tries, a minute at least, it rejects with the last error, as at once with any other error.
 */
export async function runSchemaChange<T>(
  client: PoolClient,
  change: () => Promise<T>,
  log?: DatabaseLog,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const result = await change();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      const cause = error instanceof StartError ? error.cause : error;
      if (tries === TRIES || !BUSY.has(sqlStateOf(cause))) throw error;
      if (tries === 1)
        log?.warn("Tables or views are in use; the change of the schema tries again");
      await sleep(LOCK_TIMEOUT_MS);
    }
  }
}
