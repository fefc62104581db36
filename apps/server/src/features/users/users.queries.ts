import {
  FALLBACK_FULL_NAME,
  type CustomStatus,
  type Preferences,
  type UserId,
  type UserRole,
  type WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Identifier } from "./identifiers.rules.ts";

export interface UserRow {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly usernameChangedAt: readonly Date[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly isEmailVerified: boolean;
  readonly isPhoneNumberVerified: boolean;
  readonly bio: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly avatarUrl: string | null;
  readonly customStatus: CustomStatus | null;
  readonly login: string | null;
  readonly role: UserRole;
  readonly isBlocked: boolean;
  /** When the deletion of the account was asked for; null where it was not, or was taken back. */
  readonly deletedAt: Date | null;
  readonly preferences: Partial<Preferences>;
  /** The workspace that they switched to last; null for somebody who never did. */
  readonly lastWorkspaceId: WorkspaceId | null;
}

const userColumns = sql`
  id, full_name as "fullName", username, username_changed_at as "usernameChangedAt", email, phone,
  is_email_verified as "isEmailVerified", is_phone_number_verified as "isPhoneNumberVerified", bio, company, location,
  avatar_url as "avatarUrl", custom_status as "customStatus", login, role, is_blocked as "isBlocked", deleted_at as "deletedAt",
  preferences, last_workspace_id as "lastWorkspaceId"`;

function columnOf(identifier: Identifier) {
  return identifier.kind === "email" ? sql.ref("email") : sql.ref("phone");
}

export async function findUser(db: Db, id: UserId): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users where id = ${id}`.execute(db);
  return rows[0];
}

/** Holds the row until the end of the transaction: changes of one person come one after the other. */
export async function findUserForChange(tx: Tx, id: UserId): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** One statement whether there is such a person or not. */
export async function findUserByIdentifier(
  db: Db,
  identifier: Identifier,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users where ${columnOf(identifier)} = ${identifier.value}`.execute(
    db,
  );
  return rows[0];
}

export async function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users where username = ${username}`.execute(db);
  return rows[0];
}

/** Of somebody who has given no name yet; false for everybody else. */
export async function updateEmptyName(
  tx: Tx,
  id: UserId,
  fullName: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update users set full_name = ${fullName}, updated_at = ${now}
    where id = ${id} and full_name = ${FALLBACK_FULL_NAME} returning 1`.execute(tx);
  return rows.length > 0;
}

export interface NewUser {
  readonly identifier: Identifier;
  readonly fullName: string;
  readonly username: string;
  readonly now: Date;
}

/** Undefined where the identifier or the username is taken: nothing is written then. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserId | undefined> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (full_name, username, ${columnOf(user.identifier)}, created_at, updated_at)
    values (${user.fullName}, ${user.username}, ${user.identifier.value}, ${user.now}, ${user.now})
    on conflict do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** An account of a link guest: by no identifier anybody signs in to it. Undefined where the username is taken. */
export async function insertGuest(
  tx: Tx,
  user: Omit<NewUser, "identifier">,
): Promise<UserId | undefined> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (full_name, username, role, created_at, updated_at)
    values (${user.fullName}, ${user.username}, 'GUEST', ${user.now}, ${user.now})
    on conflict do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Link guests and webhooks whose room is purged, with everything they wrote. */
export async function deleteGuestsWithoutRoom(db: Db): Promise<void> {
  await sql`
    delete from users u
    where u.role = 'GUEST' and not exists (select 1 from participants p where p.user_id = u.id)
      and not exists (select 1 from incoming_webhooks w where w.author_id = u.id)`.execute(db);
}

export async function updateVerified(
  tx: Tx,
  id: UserId,
  kind: Identifier["kind"],
  now: Date,
): Promise<void> {
  const column =
    kind === "email" ? sql.ref("is_email_verified") : sql.ref("is_phone_number_verified");
  await sql`
    update users set ${column} = true, updated_at = ${now}
    where id = ${id} and not ${column}`.execute(tx);
}

const addressKeys = new Set(["users_email_key", "users_phone_key"]);

/** False where another account has it: nothing of the transaction is kept then. */
export async function updateIdentifier(
  tx: Tx,
  id: UserId,
  identifier: Identifier,
  now: Date,
): Promise<boolean> {
  const column = columnOf(identifier);
  const verified =
    identifier.kind === "email"
      ? sql.ref("is_email_verified")
      : sql.ref("is_phone_number_verified");
  try {
    await sql`
      update users set ${column} = ${identifier.value}, ${verified} = true, updated_at = ${now}
      where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && addressKeys.has(error.constraint ?? "")) return false;
    throw error;
  }
}

export async function updateLogin(tx: Tx, id: UserId, login: string | null): Promise<void> {
  await sql`update users set login = ${login} where id = ${id}`.execute(tx);
}

export async function updateRole(tx: Tx, id: UserId, role: UserRole, now: Date): Promise<void> {
  await sql`update users set role = ${role}, updated_at = ${now} where id = ${id}`.execute(tx);
}

export async function updateLastWorkspace(
  db: Db,
  id: UserId,
  workspaceId: WorkspaceId,
): Promise<void> {
  await sql`update users set last_workspace_id = ${workspaceId} where id = ${id}`.execute(db);
}

export async function updateBlocked(
  tx: Tx,
  id: UserId,
  isBlocked: boolean,
  now: Date,
): Promise<void> {
  await sql`
    update users set is_blocked = ${isBlocked}, updated_at = ${now} where id = ${id}`.execute(tx);
}

/** Two first sign-ins at once must not both find an instance without owner: held until the transaction ends. */
export async function lockOwnership(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('colbin.instance-owner', 0))`.execute(tx);
}

export async function hasOwner(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from users where role = 'OWNER' limit 1`.execute(tx);
  return rows.length > 0;
}

export async function hasOtherUsers(tx: Tx, id: UserId): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id <> ${id} limit 1`.execute(tx);
  return rows.length > 0;
}

export interface ProfileChange {
  readonly fullName: string;
  readonly username: string;
  readonly usernameChangedAt: readonly Date[];
  readonly bio: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly customStatus: CustomStatus | null;
  readonly preferences: Partial<Preferences>;
}

/** Null: none. */
export async function updateAvatar(
  tx: Tx,
  id: UserId,
  path: string | null,
  now: Date,
): Promise<void> {
  await sql`update users set avatar_url = ${path}, updated_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

/** False where another person has the username; the transaction can then only be rolled back. */
export async function updateProfile(
  tx: Tx,
  id: UserId,
  change: ProfileChange,
  now: Date,
): Promise<boolean> {
  try {
    await sql`
      update users set
        full_name = ${change.fullName}, username = ${change.username},
        username_changed_at = ${[...change.usernameChangedAt]}::timestamptz[], bio = ${change.bio},
        company = ${change.company}, location = ${change.location},
        custom_status = ${change.customStatus && JSON.stringify(change.customStatus)}::jsonb,
        preferences = ${JSON.stringify(change.preferences)}::jsonb, updated_at = ${now}
      where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === "users_username_key") return false;
    throw error;
  }
}

export async function updatePreferences(
  tx: Tx,
  id: UserId,
  changes: Partial<Preferences>,
  now: Date,
): Promise<void> {
  await sql`
    update users set preferences = preferences || ${JSON.stringify(changes)}::jsonb, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Somebody else's former name that is still kept for them. */
export async function isReservedForAnother(
  tx: Tx,
  username: string,
  id: UserId,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from reserved_usernames
    where username = ${username} and user_id <> ${id} and reserved_until > ${now}`.execute(tx);
  return rows.length > 0;
}

export async function insertReservedUsername(
  tx: Tx,
  username: string,
  id: UserId,
  until: Date,
): Promise<void> {
  await sql`
    insert into reserved_usernames (username, user_id, reserved_until) values (${username}, ${id}, ${until})
    on conflict (username) do update set user_id = excluded.user_id, reserved_until = excluded.reserved_until`.execute(
    tx,
  );
}

export async function deleteReservedUsername(tx: Tx, username: string): Promise<void> {
  await sql`delete from reserved_usernames where username = ${username}`.execute(tx);
}

/** A name that changes hands at this moment stays until the next time: a clean-up waits for nobody. */
export async function deleteLapsedUsernames(db: Db, now: Date): Promise<void> {
  await sql`
    delete from reserved_usernames where username in (
      select username from reserved_usernames where reserved_until <= ${now} for update skip locked
    )`.execute(db);
}
