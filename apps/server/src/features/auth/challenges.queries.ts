import type { OtpDelivery, SessionId, SocialProvider, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** An account at another service that is connected where the address is proved. */
interface ConnectedIdentity {
  readonly provider: SocialProvider;
  readonly subject: string;
  readonly login: string | null;
}

/** Name and password of a person who has no account yet. */
export interface SignUp {
  readonly passwordHash: string;
  readonly fullName: string;
}

export interface NewChallenge {
  readonly id: string;
  readonly identifier: string;
  readonly browserHash: Uint8Array | null;
  readonly deviceHash: Uint8Array | null;
  /** The session that it elevates; absent for one that signs in. */
  readonly sessionId?: SessionId | undefined;
  readonly secretHash: Uint8Array;
  readonly delivery: OtpDelivery;
  readonly isByOperator: boolean;
  /** A link that sets a new password, and signs nobody in. */
  readonly isForPassword?: boolean;
  readonly signUp?: SignUp | undefined;
  readonly social?: ConnectedIdentity | undefined;
  readonly triesLeft: number;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await sql`
    insert into otp_challenges (id, identifier, browser_hash, device_hash, session_id, secret_hash, delivery,
      is_by_operator, is_for_password, password_hash, full_name, social, tries_left, address, created_at, expires_at)
    values (${challenge.id}, ${challenge.identifier}, ${challenge.browserHash}, ${challenge.deviceHash},
      ${challenge.sessionId ?? null}, ${challenge.secretHash}, ${challenge.delivery}, ${challenge.isByOperator},
      ${challenge.isForPassword ?? false}, ${challenge.signUp?.passwordHash ?? null}, ${challenge.signUp?.fullName ?? null},
      ${challenge.social ? JSON.stringify(challenge.social) : null}::jsonb, ${challenge.triesLeft},
      ${challenge.address}, ${challenge.createdAt}, ${challenge.expiresAt})`.execute(db);
}

/** What an identifier and a device are to each other; the same work whether an account exists or not. */
export async function findStanding(
  db: Db,
  identifier: string,
  deviceHash: Uint8Array | null,
): Promise<{ readonly userId: UserId | null; readonly isKnownDevice: boolean }> {
  const { rows } = await sql<{ userId: UserId | null; isKnownDevice: boolean }>`
    select u.id as "userId", k.user_id is not null as "isKnownDevice"
    from (select ${identifier}::text as identifier) i
    left join users u on u.email = i.identifier or u.phone = i.identifier
    left join known_devices k on k.user_id = u.id and k.device_hash = ${deviceHash}`.execute(db);
  return rows[0] ?? { userId: null, isKnownDevice: false };
}

export interface TriedChallenge {
  readonly id: string;
  readonly identifier: string;
  readonly deviceHash: Buffer | null;
  readonly secretHash: Buffer;
  readonly triesLeft: number;
  readonly address: string | null;
}

/** How a code finds its challenge: by the session that it elevates, by the browser's cookie, by name, or as the newest one of no browser. */
export type ChallengeChoice =
  | { readonly by: "session"; readonly sessionId: SessionId }
  | { readonly by: "browser"; readonly browserHash: Uint8Array }
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "newest" };

function whereChosen(choice: ChallengeChoice) {
  switch (choice.by) {
    case "session":
      return sql`session_id = ${choice.sessionId}`;
    case "browser":
      return sql`session_id is null and browser_hash = ${choice.browserHash}`;
    case "id":
      return sql`session_id is null and browser_hash is null and id = ${choice.id}`;
    case "newest":
      return sql`session_id is null and browser_hash is null`;
  }
}

/** The live challenge that a code would be tried on; nothing is counted. */
export async function findChallenge(
  db: Db,
  identifier: string,
  choice: ChallengeChoice,
  now: Date,
): Promise<Omit<TriedChallenge, "secretHash"> | undefined> {
  const { rows } = await sql<Omit<TriedChallenge, "secretHash">>`
    select id, identifier, device_hash as "deviceHash", tries_left as "triesLeft", address from otp_challenges
    where identifier = ${identifier} and ${whereChosen(choice)} and delivery = 'code'
      and consumed_at is null and expires_at > ${now} and tries_left > 0
    order by created_at desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Takes one try, and only then hands out what to compare with: of any number of tries at once at most as many get it as
 * were left.
 */
export async function updateTries(
  db: Db,
  id: string,
  now: Date,
): Promise<TriedChallenge | undefined> {
  const { rows } = await sql<TriedChallenge>`
    update otp_challenges set tries_left = tries_left - 1
    where id = ${id} and consumed_at is null and expires_at > ${now} and tries_left > 0
    returning id, identifier, device_hash as "deviceHash", secret_hash as "secretHash", tries_left as "triesLeft",
      address`.execute(db);
  return rows[0];
}

/** The name and password, or the account at another service, that somebody chose before they proved an address. */
interface HeldChoice {
  readonly passwordHash: string | null;
  readonly fullName: string | null;
  readonly social: ConnectedIdentity | null;
}

/** The choice of the newest challenge of its asker, also of one whose code is dead: each new one of a browser takes it over. */
export async function findHeldChoice(
  tx: Tx,
  identifier: string,
  asker: ChallengeChoice,
  now: Date,
): Promise<HeldChoice | undefined> {
  const { rows } = await sql<HeldChoice>`
    select password_hash as "passwordHash", full_name as "fullName", social from otp_challenges
    where ${whereChosen(asker)} and identifier = ${identifier} and consumed_at is null and expires_at > ${now}
    order by created_at desc limit 1`.execute(tx);
  return rows[0];
}

/** Single use: of any number of callers exactly one is told that it was live. */
export async function updateConsumed(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update otp_challenges set consumed_at = ${now}
    where id = ${id} and consumed_at is null and expires_at > ${now} returning 1`.execute(db);
  return rows.length > 0;
}

/** The links that set a password of this address and were not used. */
export async function updatePasswordLinksKilled(
  db: Db,
  identifiers: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update otp_challenges set consumed_at = ${now}
    where identifier = any (${[...identifiers]}::text[]) and is_for_password and consumed_at is null`.execute(
    db,
  );
}

export interface LinkChallenge {
  readonly id: string;
  readonly identifier: string;
  readonly deviceHash: Buffer | null;
  readonly isByOperator: boolean;
}

/** A live link that signs in, or one that sets a password: the token of one is none of the other. */
export async function findLink(
  db: Db,
  secretHash: Uint8Array,
  { now, isForPassword }: { readonly now: Date; readonly isForPassword: boolean },
): Promise<LinkChallenge | undefined> {
  const { rows } = await sql<LinkChallenge>`
    select id, identifier, device_hash as "deviceHash", is_by_operator as "isByOperator"
    from otp_challenges
    where delivery = 'link' and secret_hash = ${secretHash} and is_for_password = ${isForPassword}
      and consumed_at is null and expires_at > ${now}`.execute(db);
  return rows[0];
}

/** A message that was not sent yet is worth sending only for these. */
export async function isChallengeLive(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from otp_challenges where id = ${id} and consumed_at is null and expires_at > ${now}
      and (delivery = 'link' or tries_left > 0)`.execute(db);
  return rows.length > 0;
}

/** Whose live codes die: a browser's or a session's by its next code, the others when link mode begins. */
export type CodesCovered =
  | { readonly of: "session"; readonly sessionId: SessionId }
  | { readonly of: "browser"; readonly browserHash: Uint8Array }
  | {
      readonly of: "identifier";
      readonly identifier: string;
      readonly deviceHash: Uint8Array | null;
    }
  | { readonly of: "address"; readonly address: string }
  | { readonly of: "unknown devices" };

function whereCovered(covered: CodesCovered) {
  switch (covered.of) {
    case "session":
      return sql`session_id = ${covered.sessionId}`;
    case "browser":
      return sql`browser_hash = ${covered.browserHash}`;
    case "identifier":
      return sql`(identifier = ${covered.identifier} and device_hash is not distinct from ${covered.deviceHash})`;
    case "address":
      return sql`(address = ${covered.address} and device_hash is null)`;
    case "unknown devices":
      return sql`device_hash is null`;
  }
}

/**
 * A dead code has no try left and still holds what was chosen with it. Locks in the order of ids, so that two of these at once wait for
 * each other and never deadlock.
 */
export async function updateKilled(db: Db, covered: readonly CodesCovered[]): Promise<void> {
  if (covered.length === 0) return;
  await sql`
    with killed as (
      select id from otp_challenges
      where (${sql.join(covered.map(whereCovered), sql` or `)}) and delivery = 'code' and consumed_at is null
        and tries_left > 0
      order by id for no key update
    )
    update otp_challenges c set tries_left = 0 from killed where c.id = killed.id`.execute(db);
}

/** What somebody holds at this moment stays until the next time: a clean-up waits for nobody. */
export async function deleteLapsedChallenges(db: Db, before: Date): Promise<void> {
  await sql`
    delete from otp_challenges where id in (
      select id from otp_challenges where expires_at <= ${before} for update skip locked
    )`.execute(db);
}

/** Returns whether the browser was new to the account. */
export async function insertKnownDevice(
  db: Db,
  userId: UserId,
  deviceHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into known_devices (user_id, device_hash, first_seen_at, last_seen_at)
    values (${userId}, ${deviceHash}, ${now}, ${now})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

export async function deleteForgottenDevices(db: Db, before: Date): Promise<void> {
  await sql`delete from known_devices where last_seen_at <= ${before}`.execute(db);
}

/** Devices and challenges of somebody who is gone. */
export async function deleteSignInTraces(
  tx: Tx,
  userId: UserId,
  identifiers: readonly string[],
): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx);
  await sql`delete from otp_challenges where identifier = any (${[...identifiers]}::text[])`.execute(
    tx,
  );
}
