import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./database.ts";

const LOOK_MS = 5;
const PATIENCE_MS = 2_000;

/**
 * Resolves when all transactions have ended that were writing at this moment, after two seconds at the latest. Call it after the
 * commit of what takes a right away without the locks of everything that the right was about: whatever was judged by the state of
 * before is written by then, or never. A transaction that judges holds a lock first (ARCHITECTURE.md, Invariants), so it is one of
 * those that are waited for.
 */
export async function whenSettled(db: Db): Promise<void> {
  const { rows } = await sql<{ writing: string[] }>`
    select array(
      select xid::text from pg_snapshot_xip(pg_current_snapshot()) xid
      -- Of other databases of the same cluster.
      where not exists (
        select 1 from pg_stat_activity a where a.backend_xid = xid::xid and a.datname <> current_database()
      )
    ) as writing`.execute(db);
  const writing = rows[0]?.writing ?? [];
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if (!(await isAnyWriting(db, writing))) return;
    await sleep(LOOK_MS);
  }
}

async function isAnyWriting(db: Db, transactions: readonly string[]): Promise<boolean> {
  if (transactions.length === 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select 1 from unnest(${[...transactions]}::text[]) xid where pg_xact_status(xid::xid8) = 'in progress'
    ) as open`.execute(db);
  return rows[0]?.open ?? false;
}
