import type { ApiKeyScope, UserId, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly workspaceId: WorkspaceId;
  readonly organization: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

const rowOf = (key: string) => sql`
  select k.id, k.name, k.hint, k.scopes, k.workspace_id as "workspaceId", k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.used_at as "usedAt", o.title as organization
  from ${sql.raw(key)} k left join organizations o on o.id = k.member_of`;

/** Deletes the keys that expired before then. */
export async function deleteExpiredApiKeys(db: Db, before: Date): Promise<void> {
  await sql`delete from api_keys where expires_at < ${before}`.execute(db);
}

export interface ExpiringKey {
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  readonly expiresAt: Date;
}

/**
 * Keys of a longer life than `leadMs` that end within it, marked as told; each is returned once, and to one of several servers. Keys
 * that a person is changing just now are left for the next time.
 */
export async function updateExpiryTold(
  tx: Tx,
  { now, leadMs, limit }: { readonly now: Date; readonly leadMs: number; readonly limit: number },
): Promise<ExpiringKey[]> {
  const lead = sql`make_interval(secs => ${leadMs / 1000})`;
  const { rows } = await sql<ExpiringKey>`
    with due as (
      select id from api_keys
      where expiry_told_at is null and expires_at > ${now} and expires_at <= ${new Date(now.getTime() + leadMs)}
        and expires_at - created_at > ${lead}
      order by expires_at, id limit ${limit} for update skip locked
    )
    update api_keys k set expiry_told_at = ${now} from due where k.id = due.id
    returning k.id, k.user_id as "userId", k.name, k.expires_at as "expiresAt"`.execute(tx);
  return rows;
}

/** Newest first. */
export async function listApiKeys(db: Db, userId: UserId): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    ${rowOf("api_keys")} where k.user_id = ${userId} order by k.created_at desc, k.id`.execute(db);
  return rows;
}

export interface NewApiKey {
  readonly id: string;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly memberOf: WorkspaceId | null;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly hint: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`
    with made as (
      insert into api_keys (id, user_id, workspace_id, member_of, name, secret_hash, hint, scopes, created_at, expires_at)
      values (${key.id}, ${key.userId}, ${key.workspaceId}, ${key.memberOf}, ${key.name}, ${key.secretHash}, ${key.hint},
        ${[...key.scopes]}::text[], ${key.createdAt}, ${key.expiresAt})
      returning *
    ) ${rowOf("made")}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A new key has a row");
  return row;
}

/** Undefined where the person has no key of this id. */
export async function deleteApiKey(
  tx: Tx,
  userId: UserId,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    with ended as (
      delete from api_keys where user_id = ${userId} and id = ${id} returning *
    ) ${rowOf("ended")}`.execute(tx);
  return rows[0];
}

export async function deleteApiKeys(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from api_keys where user_id = ${userId}`.execute(tx);
}

/** A key and its person, as they are now. */
export interface KeyState {
  readonly id: string;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly scopes: readonly ApiKeyScope[];
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly isBlocked: boolean;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly workspaceKind: "personal" | "organization";
  readonly workspaceRole: WorkspaceRole;
}

/** Of a key whose person is ACTIVE in its workspace; by indexes only, prepared once per connection: it runs with every request of a program. */
export async function findKeyState(
  pool: Pool,
  secretHash: Uint8Array,
): Promise<KeyState | undefined> {
  const { rows } = await pool.query<KeyState>({
    name: "api-keys.state",
    text: `
      select k.id, k.user_id as "userId", k.workspace_id as "workspaceId", k.scopes, k.expires_at as "expiresAt",
        k.used_at as "usedAt", u.is_blocked as "isBlocked", u.full_name as "fullName",
        u.avatar_url as "avatarUrl", w.kind as "workspaceKind", m.role as "workspaceRole"
      from api_keys k
      join users u on u.id = k.user_id
      join workspaces w on w.id = k.workspace_id
      join workspace_membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id and m.status = 'ACTIVE'
      where k.secret_hash = $1 and not lacks_second_factor(k.workspace_id, k.user_id)`,
    values: [secretHash],
  });
  return rows[0];
}

/** Unless it was noted after `before`, by another call at the same moment. */
export async function updateKeyUsed(
  db: Db,
  id: string,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await sql`
    update api_keys set used_at = ${now}
    where id = ${id} and (used_at is null or used_at <= ${before})`.execute(db);
}
