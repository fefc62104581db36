import { expect } from "vitest";
import type { Database } from "#server/platform/db/database.ts";

/* What a test sees of the rows of its database: locks that somebody else holds, and the rows that an act has written. */

export interface Hold {
  /** Statements in the transaction that holds the lock. */
  run(text: string, values?: unknown[]): Promise<void>;
  release(): Promise<void>;
}

/** Holds the locks that a statement takes, in a transaction of somebody else. */
export async function hold(
  { pool }: Database,
  text: string,
  values: unknown[] = [],
): Promise<Hold> {
  const client = await pool.connect();
  await client.query("begin");
  await client.query(text, values);
  return {
    run: async (statement, parameters) => void (await client.query(statement, parameters)),
    async release() {
      await client.query("commit");
      client.release();
    },
  };
}

/** That of a room, as a change of the room takes it. */
export function holdRoom(database: Database, slug: string): Promise<Hold> {
  return hold(database, "select from rooms where slug = $1 for no key update", [slug]);
}

/** That of somebody's place in a room. */
export function holdPlace(database: Database, slug: string, userId: string): Promise<Hold> {
  return hold(
    database,
    `select from participants p join rooms r on r.id = p.room_id where r.slug = $1 and p.user_id = $2 for update of p`,
    [slug, userId],
  );
}

/** The process of PostgreSQL that waits for a lock in this database, once there is one. */
export async function untilSomebodyWaits({ pool }: Database): Promise<number> {
  const listWaiting = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(listWaiting, { timeout: 10_000, interval: 5 }).not.toEqual([]);
  return (await listWaiting())[0] ?? 0;
}

/** Triggers count what statistics would tell late: every row of these tables that is inserted or updated from now on. */
export async function countRows(
  { pool }: Database,
  tables: readonly string[],
): Promise<(act: () => Promise<unknown>) => Promise<Record<string, number>>> {
  await pool.query(`
    create table counted (of_table text, act text);
    create function count_row() returns trigger language plpgsql as $$
      begin insert into counted values (tg_table_name, tg_op); return null; end $$`);
  for (const table of tables)
    await pool.query(
      `create trigger count_rows after insert or update on ${table} for each row execute function count_row()`,
    );
  return async (act) => {
    await pool.query("delete from counted");
    await act();
    const { rows } = await pool.query<{ what: string; count: number }>(
      `select lower(act) || ' ' || of_table as what, count(*)::integer as count from counted group by 1`,
    );
    return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
  };
}
