import type { SocialProvider, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface SocialIdentity {
  readonly provider: SocialProvider;
  /** What the provider calls the person, for ever. */
  readonly subject: string;
  /** The name there, which may change. */
  readonly login: string | null;
}

export interface SocialAccountRow {
  readonly provider: SocialProvider;
  readonly login: string | null;
  readonly linkedAt: Date;
  readonly usedAt: Date;
}

const columns = sql`provider, login, linked_at as "linkedAt", used_at as "usedAt"`;

/** Whose identity it is; the account was used now. */
export async function updateUsed(
  tx: Tx,
  { provider, subject, login }: SocialIdentity,
  now: Date,
): Promise<UserId | undefined> {
  const { rows } = await sql<{ userId: UserId }>`
    update social_accounts set used_at = ${now}, login = coalesce(${login}, login)
    where provider = ${provider} and subject = ${subject} returning user_id as "userId"`.execute(
    tx,
  );
  return rows[0]?.userId;
}

export async function findOwner(
  db: Db,
  { provider, subject }: Pick<SocialIdentity, "provider" | "subject">,
): Promise<UserId | undefined> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from social_accounts
    where provider = ${provider} and subject = ${subject}`.execute(db);
  return rows[0]?.userId;
}

export async function listSocialAccounts(db: Db, userId: UserId): Promise<SocialAccountRow[]> {
  const { rows } = await sql<SocialAccountRow>`
    select ${columns} from social_accounts where user_id = ${userId} order by linked_at`.execute(
    db,
  );
  return rows;
}

/** In the place of another one of the same provider; undefined where the identity is that of another account. */
export async function upsertSocialAccount(
  tx: Tx,
  userId: UserId,
  { provider, subject, login }: SocialIdentity,
  now: Date,
): Promise<SocialAccountRow | undefined> {
  await sql`
    delete from social_accounts
    where user_id = ${userId} and provider = ${provider} and subject <> ${subject}`.execute(tx);
  const { rows } = await sql<SocialAccountRow>`
    insert into social_accounts (provider, subject, user_id, login, linked_at, used_at)
    values (${provider}, ${subject}, ${userId}, ${login}, ${now}, ${now})
    on conflict (provider, subject) do update set login = excluded.login
      where social_accounts.user_id = excluded.user_id
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Returns whether there was one. */
export async function deleteSocialAccount(
  tx: Tx,
  userId: UserId,
  provider: SocialProvider,
): Promise<boolean> {
  const { rows } = await sql`
    delete from social_accounts where user_id = ${userId} and provider = ${provider} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function deleteSocialAccounts(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from social_accounts where user_id = ${userId}`.execute(tx);
}

interface SocialState {
  readonly stateHash: Uint8Array;
  readonly provider: SocialProvider;
  readonly browserHash: Uint8Array | null;
}

export async function insertState(
  db: Db,
  state: SocialState & { readonly sealed: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into social_states (state_hash, provider, browser_hash, sealed, expires_at)
    values (${state.stateHash}, ${state.provider}, ${state.browserHash}, ${state.sealed}, ${state.expiresAt})`.execute(
    db,
  );
}

/** Single use, whatever comes of it: what was sealed, for one caller of the same browser and provider. */
export async function deleteState(
  db: Db,
  { stateHash, provider, browserHash }: SocialState,
  now: Date,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer; isRight: boolean }>`
    delete from social_states where state_hash = ${stateHash} and expires_at > ${now}
    returning sealed, provider = ${provider} and browser_hash is not distinct from ${browserHash} as "isRight"`.execute(
    db,
  );
  return rows[0]?.isRight ? rows[0].sealed : undefined;
}

export async function deleteLapsedStates(db: Db, now: Date): Promise<void> {
  await sql`delete from social_states where expires_at <= ${now}`.execute(db);
}
