import type { FactorKind, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface FactorRow {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
}

/** The factors of a person, in the order in which they were added. */
export async function listFactors(db: Db, userId: UserId): Promise<FactorRow[]> {
  const { rows } = await sql<FactorRow>`
    select id, 'totp' as kind, name, added_at as "addedAt", used_at as "usedAt"
    from totp_factors where user_id = ${userId} and added_at is not null
    union all
    select id, 'passkey', name, added_at, used_at from passkeys where user_id = ${userId}
    order by "addedAt", id`.execute(db);
  return rows;
}

export async function hasFactor(db: Db, userId: UserId): Promise<boolean> {
  return (await listFactors(db, userId)).length > 0;
}

/** Whether the workspace asks for a factor that the person does not have (rules-identity 28). */
export async function lacksFactor(db: Db, userId: UserId, of: WorkspaceId): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select lacks_second_factor(${of}, ${userId}) as lacks`.execute(db);
  return rows[0]?.lacks ?? false;
}

export async function updateFactorName(
  db: Db,
  userId: UserId,
  id: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    with totp as (
      update totp_factors set name = ${name}
      where user_id = ${userId} and id = ${id} and added_at is not null returning 1
    ), passkey as (
      update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning 1
    )
    select from totp union all select from passkey`.execute(db);
  return rows.length > 0;
}

/** Undefined where the person has no such factor. */
export async function deleteFactor(
  tx: Tx,
  userId: UserId,
  id: string,
): Promise<Pick<FactorRow, "kind" | "name"> | undefined> {
  const { rows } = await sql<Pick<FactorRow, "kind" | "name">>`
    with totp as (
      delete from totp_factors
      where user_id = ${userId} and id = ${id} and added_at is not null returning name
    ), passkey as (
      delete from passkeys where user_id = ${userId} and id = ${id} returning name
    )
    select 'totp' as kind, name from totp union all select 'passkey', name from passkey`.execute(
    tx,
  );
  return rows[0];
}

/** All that the person could show as a second factor, and every sign-in that waits for it; returns whether they had a factor. */
export async function deleteFactors(tx: Tx, userId: UserId): Promise<boolean> {
  const totp = await sql`delete from totp_factors where user_id = ${userId} returning 1`.execute(
    tx,
  );
  const passkeys = await sql`delete from passkeys where user_id = ${userId} returning 1`.execute(
    tx,
  );
  await deleteRecoveryCodes(tx, userId);
  await deleteTokensOf(tx, userId);
  return totp.rows.length + passkeys.rows.length > 0;
}

/** In the place of the codes of before. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${[...hashes]}::bytea[])`.execute(tx);
}

export async function deleteRecoveryCodes(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}

/** Of several equal calls one succeeds. */
export async function updateRecoveryCodeUsed(
  db: Db,
  userId: UserId,
  hash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null returning 1`.execute(db);
  return rows.length > 0;
}

export async function countRecoveryCodesLeft(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface NewToken {
  readonly tokenHash: Uint8Array;
  readonly userId: UserId;
  readonly firstStep: object;
  readonly triesLeft: number;
  readonly expiresAt: Date;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await sql`
    insert into second_factor_tokens (token_hash, user_id, first_step, tries_left, expires_at)
    values (${token.tokenHash}, ${token.userId}, ${JSON.stringify(token.firstStep)}, ${token.triesLeft}, ${token.expiresAt})`.execute(
    tx,
  );
}

export interface TriedToken {
  readonly userId: UserId;
  readonly triesLeft: number;
}

/** Counts a try, before anything is compared; undefined where none is left. */
export async function updateTokenTried(
  db: Db,
  tokenHash: Uint8Array,
  now: Date,
): Promise<TriedToken | undefined> {
  const { rows } = await sql<TriedToken>`
    update second_factor_tokens set tries_left = tries_left - 1
    where token_hash = ${tokenHash} and expires_at > ${now} and tries_left > 0
    returning user_id as "userId", tries_left as "triesLeft"`.execute(db);
  return rows[0];
}

export async function findTokenUser(
  db: Db,
  tokenHash: Uint8Array,
  now: Date,
): Promise<UserId | undefined> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from second_factor_tokens
    where token_hash = ${tokenHash} and expires_at > ${now} and tries_left > 0`.execute(db);
  return rows[0]?.userId;
}

/** Uses the token up: of several calls that showed a factor one signs in. */
export async function deleteToken(tx: Tx, tokenHash: Uint8Array): Promise<object | undefined> {
  const { rows } = await sql<{ firstStep: object }>`
    delete from second_factor_tokens where token_hash = ${tokenHash}
    returning first_step as "firstStep"`.execute(tx);
  return rows[0]?.firstStep;
}

export async function deleteTokensOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from second_factor_tokens where user_id = ${userId}`.execute(tx);
}

export async function deleteLapsedWaits(db: Db, now: Date): Promise<void> {
  await sql`delete from second_factor_tokens where expires_at <= ${now}`.execute(db);
  await sql`delete from passkey_challenges where expires_at <= ${now}`.execute(db);
}
