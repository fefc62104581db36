import type { UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** The time zones that people have chosen, and UTC for those who chose none. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(preferences ->> 'timezone', 'UTC') as zone from users`.execute(db);
  return rows.map(({ zone }) => zone);
}

/** A week that is due in a time zone. */
export interface DueZone {
  readonly zone: string;
  readonly week: string;
}

export interface DuePerson {
  readonly userId: UserId;
  readonly week: string;
}

/** People who want digests and were not looked at in that week, in the order of their ids. */
export async function listDuePeople(
  db: Db,
  zones: readonly DueZone[],
  after: DuePerson | undefined,
  limit: number,
): Promise<DuePerson[]> {
  const { rows } = await sql<DuePerson>`
    select u.id as "userId", z.week
    from users u
    join unnest(${zones.map(({ zone }) => zone)}::text[], ${zones.map(({ week }) => week)}::text[]) z (name, week)
      on z.name = coalesce(u.preferences ->> 'timezone', 'UTC')
    where u.id > coalesce(${after?.userId ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
      and u.role <> 'GUEST' and not u.is_blocked and u.deletes_at is null and u.is_email_verified
      and coalesce((u.preferences ->> 'emailNotifications')::boolean, true)
      and coalesce((u.preferences ->> 'weeklyDigest')::boolean, true)
      and not exists (select from digests d where d.user_id = u.id and d.week = z.week)
    order by u.id limit ${limit}`.execute(db);
  return rows;
}

/** A digest is of one person and one workspace. */
export interface DigestKey extends DuePerson {
  readonly workspaceId: WorkspaceId;
}

/** A row for each workspace in which these people work; answers those that are new. */
export async function insertDigests(
  tx: Tx,
  people: readonly DuePerson[],
  now: Date,
): Promise<DigestKey[]> {
  const { rows } = await sql<DigestKey>`
    insert into digests (user_id, week, workspace_id, status, created_at)
    select a.user_id, a.week, m.workspace_id, 'EMPTY', ${now}
    from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ week }) => week)}::text[]) a (user_id, week)
    cross join lateral (
      select id from workspaces where kind = 'personal'
      union all select workspace_id from workspace_members where user_id = a.user_id
    ) w
    cross join lateral (
      select * from workspace_membership where workspace_id = w.id and user_id = a.user_id offset 0) m
    where m.status = 'ACTIVE'
    order by a.user_id, m.workspace_id
    on conflict do nothing
    returning user_id as "userId", week, workspace_id as "workspaceId"`.execute(tx);
  return rows;
}

export type DigestStatus = "PENDING" | "SENT" | "CANCELLED";

export async function updateDigests(
  db: Db,
  keys: readonly DigestKey[],
  status: DigestStatus,
): Promise<void> {
  await sql`
    update digests d set status = ${status}
    from unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ week }) => week)}::text[],
      ${keys.map(({ workspaceId }) => workspaceId)}::uuid[]) k (user_id, week, workspace_id)
    where (d.user_id, d.week, d.workspace_id) = (k.user_id, k.week, k.workspace_id)`.execute(db);
}

/** Does a digest wait to be mailed? With what its workspace is called; null for Personal. */
export async function findPendingDigest(
  db: Db,
  { userId, week, workspaceId }: DigestKey,
): Promise<{ readonly title: string | null } | undefined> {
  const { rows } = await sql<{ title: string | null }>`
    select o.title from digests d left join organizations o on o.id = d.workspace_id
    where d.user_id = ${userId} and d.week = ${week} and d.workspace_id = ${workspaceId} and d.status = 'PENDING'`.execute(
    db,
  );
  return rows[0];
}

export async function deleteDigestsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from digests where user_id = ${userId}`.execute(tx);
}

export async function deleteOldDigests(db: Db, before: Date): Promise<void> {
  await sql`delete from digests where created_at < ${before}`.execute(db);
}
