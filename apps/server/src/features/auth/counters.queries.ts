import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import type { CounterState, Limit } from "./limits.rules.ts";

/* Each function is one statement: what it decides, it decides on the locked row, however many ask at once. */

function startOf(limit: Limit, now: Date): Date | undefined {
  return limit.windowMs === undefined ? undefined : new Date(now.getTime() - limit.windowMs);
}

/**
 * Counts one hit where there is room and returns how many there are now; undefined, and nothing counted, where the limit
 * is full or held.
 */
export async function insertHit(db: Db, limit: Limit, now: Date): Promise<number | undefined> {
  const since = startOf(limit, now) ?? sql`'-infinity'::timestamptz`;
  const expiresAt =
    limit.windowMs === undefined
      ? null
      : new Date(now.getTime() + Math.max(limit.windowMs, limit.holdMs ?? 0));
  const { rows } = await sql<{ count: number }>`
    insert into auth_counters as c (key, hits, expires_at)
    values (${limit.key}, array[${now}::timestamptz], ${expiresAt})
    on conflict (key) do update
      set hits = array(select hit from unnest(c.hits) hit where hit > ${since}) || ${now}::timestamptz,
        held_until = null, expires_at = excluded.expires_at
      where (c.held_until is null or c.held_until <= ${now})
        and (select count(*) from unnest(c.hits) hit where hit > ${since}) < ${limit.max}
    returning cardinality(hits) as count`.execute(db);
  return rows[0]?.count;
}

/** Takes back one hit of this moment: it was counted before the outcome was known, and was no failure. */
export async function deleteHit(db: Db, key: string, at: Date): Promise<void> {
  await sql`
    update auth_counters
    set hits = hits[:array_position(hits, ${at}::timestamptz) - 1]
      || hits[array_position(hits, ${at}::timestamptz) + 1:]
    where key = ${key} and ${at}::timestamptz = any (hits)`.execute(db);
}

/** Full for this long, whatever leaves the window before. */
export async function updateHeldUntil(db: Db, key: string, until: Date): Promise<void> {
  await sql`
    update auth_counters set held_until = ${until}, expires_at = greatest(expires_at, ${until})
    where key = ${key}`.execute(db);
}

export async function listCounters(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CounterState>> {
  const { rows } = await sql<CounterState & { key: string }>`
    select key, hits, held_until as "heldUntil" from auth_counters
    where key = any (${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Locks in the order of keys, as everybody who holds several of them. */
export async function deleteCounters(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    with over as (select key from auth_counters where key = any (${[...keys]}::text[]) order by key collate "C" for update)
    delete from auth_counters c using over where c.key = over.key`.execute(db);
}

/** What somebody holds at this moment stays until the next time: a clean-up waits for nobody. */
export async function deleteLapsedCounters(db: Db, now: Date): Promise<void> {
  await sql`
    delete from auth_counters where key in (
      select key from auth_counters where expires_at <= ${now} for update skip locked
    )`.execute(db);
}
