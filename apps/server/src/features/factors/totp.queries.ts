import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { FactorRow } from "./factors.queries.ts";

interface TotpRow {
  readonly id: string;
  readonly secret: Buffer;
  readonly lastStep: number;
}

const columns = sql`id, secret, last_step as "lastStep"`;

/** The apps of a person whose codes count. */
export async function listTotp(db: Db, userId: UserId): Promise<TotpRow[]> {
  const { rows } = await sql<TotpRow>`
    select ${columns} from totp_factors
    where user_id = ${userId} and added_at is not null`.execute(db);
  return rows;
}

/** An app whose first code is still to be shown. */
export async function findStartedTotp(
  db: Db,
  userId: UserId,
  id: string,
  startedAfter: Date,
): Promise<TotpRow | undefined> {
  const { rows } = await sql<TotpRow>`
    select ${columns} from totp_factors
    where user_id = ${userId} and id = ${id} and added_at is null and started_at > ${startedAfter}`.execute(
    db,
  );
  return rows[0];
}

interface NewTotp {
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  readonly secret: Uint8Array;
  readonly now: Date;
}

/** In the place of another one that was never finished. */
export async function insertTotp(
  tx: Tx,
  { id, userId, name, secret, now }: NewTotp,
): Promise<void> {
  await sql`delete from totp_factors where user_id = ${userId} and added_at is null`.execute(tx);
  await sql`
    insert into totp_factors (id, user_id, name, secret, started_at)
    values (${id}, ${userId}, ${name}, ${secret}, ${now})`.execute(tx);
}

/** Undefined where a code of this step, or of a later one, was used before. */
export async function updateTotpUsed(
  db: Db,
  id: string,
  step: number,
  now: Date,
): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`
    update totp_factors set last_step = ${step}, used_at = case when added_at is null then null else ${now}::timestamptz end,
      added_at = coalesce(added_at, ${now}::timestamptz)
    where id = ${id} and last_step < ${step}
    returning id, 'totp' as kind, name, added_at as "addedAt", used_at as "usedAt"`.execute(db);
  return rows[0];
}
