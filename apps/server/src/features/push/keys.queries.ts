import type { JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Writes nothing where there is a key already: the first process wins, the others take what it made. */
export async function insertMissingKey(db: Db, made: JWK): Promise<void> {
  await sql`
    insert into push_keys (private_key) values (${JSON.stringify(made)}::jsonb)
    on conflict do nothing`.execute(db);
}

export async function findKey(db: Db): Promise<JWK | undefined> {
  const { rows } = await sql<{ key: JWK }>`select private_key as key from push_keys`.execute(db);
  return rows[0]?.key;
}
