import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface PasswordRow {
  /** Of argon2id, in the PHC string format. */
  readonly hash: string;
  readonly setAt: Date;
}

export async function findPassword(db: Db, userId: UserId): Promise<PasswordRow | undefined> {
  const { rows } = await sql<PasswordRow>`
    select hash, set_at as "setAt" from passwords where user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function upsertPassword(
  tx: Tx,
  userId: UserId,
  hash: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into passwords (user_id, hash, set_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at`.execute(tx);
}

/** Returns whether there was one. */
export async function deletePassword(tx: Tx, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    delete from passwords where user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}
