import type {
  MemberStatus,
  OrganizationSettings,
  RoomId,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** The migration makes the one Personal workspace, so it is always there. */
export async function findPersonalWorkspaceId(db: Db): Promise<WorkspaceId | undefined> {
  const { rows } = await sql<{ id: WorkspaceId }>`
    select id from workspaces where kind = 'personal'`.execute(db);
  return rows[0]?.id;
}

export async function findWorkspaceKind(
  db: Db,
  id: WorkspaceId,
): Promise<"personal" | "organization" | undefined> {
  const { rows } = await sql<{ kind: "personal" | "organization" }>`
    select kind from workspaces where id = ${id}`.execute(db);
  return rows[0]?.kind;
}

/** The people who lead a workspace: of Personal those who run the server. */
export async function listWorkspaceLeaders(db: Db, workspaceId: WorkspaceId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from workspace_membership
    where workspace_id = ${workspaceId} and status = 'ACTIVE' and role in ('OWNER', 'ADMIN')
    order by user_id`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** What was chosen; undefined for a workspace that is no organization. */
export async function findSettings(
  db: Db,
  id: WorkspaceId,
): Promise<Partial<OrganizationSettings> | undefined> {
  const { rows } = await sql<{ settings: Partial<OrganizationSettings> }>`
    select settings from organizations where id = ${id}`.execute(db);
  return rows[0]?.settings;
}

export async function insertOrganizationWorkspace(tx: Tx, now: Date): Promise<WorkspaceId> {
  const { rows } = await sql<{ id: WorkspaceId }>`
    insert into workspaces (kind, created_at) values ('organization', ${now}) returning id`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error("An insert returns the row it made");
  return row.id;
}

export interface NewMember extends PersonChange {
  readonly role: WorkspaceRole;
  readonly department?: string | null;
}

/** Takes the place of an INVITED one; false where they are in it already: nothing is written then. */
export async function insertMember(
  tx: Tx,
  { workspaceId, userId, role, department = null }: NewMember,
  status: Exclude<MemberStatus, "SUSPENDED">,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into workspace_members (workspace_id, user_id, role, department, status, joined_at)
    values (${workspaceId}, ${userId}, ${role}, ${department}, ${status}, ${now})
    on conflict (workspace_id, user_id) do update
      set role = excluded.role, department = excluded.department, status = excluded.status, joined_at = excluded.joined_at
      where workspace_members.status = 'INVITED'
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whoever has come in meanwhile stays. */
export async function deleteInvited(tx: Tx, people: readonly PersonChange[]): Promise<void> {
  const workspaceIds = people.map(({ workspaceId }) => workspaceId);
  const userIds = people.map(({ userId }) => userId);
  await sql`
    delete from workspace_members m using unnest(${workspaceIds}::uuid[], ${userIds}::uuid[]) p (workspace_id, user_id)
    where m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.status = 'INVITED'`.execute(
    tx,
  );
}

export async function findStatus(
  db: Db,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<MemberStatus | undefined> {
  const { rows } = await sql<{ status: MemberStatus }>`
    select status from workspace_membership
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows[0]?.status;
}

/** The same for whoever has this address; one statement whether there is somebody or not. */
export async function findStatusByEmail(
  db: Db,
  email: string,
  workspaceId: WorkspaceId,
): Promise<MemberStatus | undefined> {
  const { rows } = await sql<{ status: MemberStatus }>`
    select m.status from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and u.email = ${email}`.execute(db);
  return rows[0]?.status;
}

/** The number holds until the transaction ends: it takes the lock of what this person makes. */
export async function countOwnedBy(tx: Tx, userId: UserId): Promise<number> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('colbin.organizations ' || ${userId}::text, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where m.user_id = ${userId} and m.role = 'OWNER'`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface MemberChange {
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
  readonly department: string | null;
  readonly suspendedReason: string | null;
}

export async function updateMember(
  tx: Tx,
  { workspaceId, userId }: PersonChange,
  { role, status, department, suspendedReason }: MemberChange,
): Promise<void> {
  await sql`
    update workspace_members set role = ${role}, status = ${status}, department = ${department},
      suspended_reason = ${suspendedReason}
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(tx);
}

/** What a person is in an organization, and its title. */
export interface Membership {
  readonly workspaceId: WorkspaceId;
  readonly title: string;
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
}

/** Holds the membership until the transaction ends: nobody takes it away meanwhile. */
export async function findMembership(
  tx: Tx,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<Membership | undefined> {
  await sql`
    select 1 from workspace_members
    where workspace_id = ${workspaceId} and user_id = ${userId} for share`.execute(tx);
  const { rows } = await sql<Membership>`
    select m.workspace_id as "workspaceId", o.title, m.role, m.status
    from workspace_membership m join organizations o on o.id = m.workspace_id
    where m.user_id = ${userId} and m.workspace_id = ${workspaceId}`.execute(tx);
  return rows[0];
}

/** Who they were is forgotten, but for the moment at which it ended. */
export async function deleteMember(
  tx: Tx,
  { workspaceId, userId }: PersonChange,
  leftAt: Date,
): Promise<void> {
  await sql`
    delete from workspace_members where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(
    tx,
  );
  await sql`
    insert into former_members (workspace_id, user_id, left_at) values (${workspaceId}, ${userId}, ${leftAt})
    on conflict (workspace_id, user_id) do update set left_at = excluded.left_at`.execute(tx);
}

export async function findLeftAt(
  db: Db,
  { workspaceId, userId }: PersonChange,
): Promise<Date | undefined> {
  const { rows } = await sql<{ leftAt: Date }>`
    select left_at as "leftAt" from former_members
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows[0]?.leftAt;
}

/** Is somebody in a room of a workspace? */
export async function hasPlaces(tx: Tx, { workspaceId, userId }: PersonChange): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from participants p join rooms r on r.id = p.room_id and r.workspace_id = ${workspaceId}
      where p.user_id = ${userId} and p.access_status in ('ACCEPTED', 'INVITED', 'PENDING')
    ) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/**
 * Nobody is in it from now on. A rev without a person beside it: whoever reads on looks at everybody (readPersonChanges). Locks the
 * workspace until the transaction ends, as insertPersonChanges.
 */
export async function updateDeleted(tx: Tx, id: WorkspaceId, now: Date): Promise<void> {
  await sql`
    update workspaces set deleted_at = ${now}, last_person_rev = last_person_rev + 1
    where id = ${id}`.execute(tx);
}

/** False where none of this id was deleted since then. */
export async function updateRestored(tx: Tx, id: WorkspaceId, since: Date): Promise<boolean> {
  const { rows } = await sql`
    update workspaces set deleted_at = null, last_person_rev = last_person_rev + 1
    where id = ${id} and deleted_at > ${since} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function updateOwnedRestored(tx: Tx, ownerId: UserId, closedAt: Date): Promise<void> {
  await sql`
    update workspaces w set deleted_at = null, last_person_rev = last_person_rev + 1
    from workspace_members m
    where m.user_id = ${ownerId} and m.role = 'OWNER' and w.id = m.workspace_id and w.deleted_at = ${closedAt}`.execute(
    tx,
  );
}

/** In the order of ids, so that two of these wait for each other and never deadlock. */
export async function lockOwned(tx: Tx, ownerId: UserId): Promise<void> {
  await sql`
    select 1 from organizations o join workspace_members m on m.workspace_id = o.id
    where m.user_id = ${ownerId} and m.role = 'OWNER' order by o.id for no key update of o`.execute(
    tx,
  );
}

export interface OwnedWorkspace {
  readonly workspaceId: WorkspaceId;
  readonly title: string;
  /** Active and suspended members beside the owner. */
  readonly others: number;
}

export async function listOwned(tx: Tx, ownerId: UserId): Promise<OwnedWorkspace[]> {
  const { rows } = await sql<OwnedWorkspace>`
    select m.workspace_id as "workspaceId", o.title, (
      select count(*)::int from workspace_members other
      where other.workspace_id = m.workspace_id and other.user_id <> ${ownerId} and other.status <> 'INVITED'
    ) as others
    from workspace_members m join organizations o on o.id = m.workspace_id
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where m.user_id = ${ownerId} and m.role = 'OWNER' order by lower(o.title), o.id`.execute(tx);
  return rows;
}

export async function listMemberships(tx: Tx, userId: UserId): Promise<PersonChange[]> {
  const { rows } = await sql<PersonChange>`
    select workspace_id as "workspaceId", user_id as "userId" from workspace_members
    where user_id = ${userId} and role <> 'OWNER' order by workspace_id`.execute(tx);
  return rows;
}

/** But for what went with an account whose person may still come back to it. */
export async function listDeleted(db: Db, before: Date): Promise<WorkspaceId[]> {
  const { rows } = await sql<{ id: WorkspaceId }>`
    select w.id from workspaces w
    where w.deleted_at <= ${before} and not exists (
      select 1 from workspace_members m
      join users u on u.id = m.user_id and u.deleted_at = w.deleted_at and u.erased_at is null
      where m.workspace_id = w.id and m.role = 'OWNER')
    order by w.deleted_at, w.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** With everything that is keyed by it; its rooms and sessions must be gone before. */
export async function deleteWorkspace(db: Db, id: WorkspaceId): Promise<void> {
  await sql`delete from workspaces where id = ${id} and deleted_at is not null`.execute(db);
}

export interface PersonChange {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  /** Where it is their place in a room alone. */
  readonly roomId?: RoomId;
}

/** Something that changed for everybody who is in a room. */
export interface RoomWideChange {
  readonly workspaceId: WorkspaceId;
  readonly userId: null;
  readonly roomId: RoomId;
}

/**
 * Numbers these changes, whose workspaces are locked in id order until the transaction ends: whoever reads a number sees every
 * smaller one. They are locked by a statement of its own: one that locks and counts would count from what it saw before it waited,
 * and where several wait for a workspace two of them end in a deadlock.
 */
export async function insertPersonChanges(
  tx: Tx,
  changes: readonly (PersonChange | RoomWideChange)[],
): Promise<void> {
  const workspaceIds = changes.map(({ workspaceId }) => workspaceId);
  const userIds = changes.map(({ userId }) => userId);
  const roomIds = changes.map(({ roomId }) => roomId ?? null);
  await sql`
    select 1 from workspaces where id = any (${workspaceIds}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  await sql`
    with asked as (
      select distinct workspace_id, user_id, room_id
      from unnest(${workspaceIds}::uuid[], ${userIds}::uuid[], ${roomIds}::uuid[]) a (workspace_id, user_id, room_id)
    ), numbered as (
      select *, row_number() over w as n, count(*) over (partition by workspace_id) as count
      from asked window w as (partition by workspace_id order by user_id, room_id)
    ), counted as (
      update workspaces w set last_person_rev = w.last_person_rev + n.count
      from numbered n where n.workspace_id = w.id and n.n = 1
      returning w.id, w.last_person_rev - n.count as before
    )
    insert into person_changes (workspace_id, rev, user_id, room_id)
    select n.workspace_id, counted.before + n.n, n.user_id, n.room_id
    from counted join numbered n on n.workspace_id = counted.id`.execute(tx);
}

export interface ChangesRow {
  readonly workspaceId: WorkspaceId;
  /** Of the last change. */
  readonly rev: number;
  /** Changes after the known one; fewer are listed where the log does not reach so far back. */
  readonly missed: number;
  readonly changes: readonly (
    | readonly [userId: UserId, roomId: RoomId | null]
    | readonly [userId: null, roomId: RoomId]
  )[];
}

/**
 * What happened in each workspace after the known rev. Where none is known it is what happened in the last seconds: a socket
 * may have come in before the first look.
 */
export async function listPersonChanges(
  db: Db,
  known: ReadonlyMap<WorkspaceId, number | undefined>,
  limit: number,
): Promise<ChangesRow[]> {
  const revs = [...known.values()].map((rev) => rev ?? null);
  const { rows } = await sql<ChangesRow>`
    select w.id as "workspaceId", w.last_person_rev as rev, w.last_person_rev - after.rev as missed,
      (
        select coalesce(json_agg(json_build_array(l.user_id, l.room_id)), '[]') from (
          select c.user_id, c.room_id from person_changes c where c.workspace_id = w.id and c.rev > after.rev
          order by c.rev limit ${limit}
        ) l
      ) as changes
    from unnest(${[...known.keys()]}::uuid[], ${revs}::bigint[]) k (workspace_id, rev)
    join workspaces w on w.id = k.workspace_id
    cross join lateral (
      select coalesce(
        k.rev,
        (
          select min(c.rev) - 1 from person_changes c
          where c.workspace_id = w.id and c.created_at > clock_timestamp() - interval '10 seconds'
        ),
        w.last_person_rev
      ) as rev
    ) after`.execute(db);
  return rows;
}

export async function deletePersonChanges(db: Db, before: Date): Promise<void> {
  await sql`delete from person_changes where created_at < ${before}`.execute(db);
}
