import type {
  DocumentId,
  DocumentPrincipal,
  ParticipantAccessLevel,
  SessionId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface GrantRow {
  readonly principal: DocumentPrincipal;
  readonly id: string;
  readonly level: ParticipantAccessLevel;
}

/** With the names of those that have it: people, rooms, the organization. */
export async function listGrants(
  db: Db,
  id: DocumentId,
): Promise<(GrantRow & { readonly name: string })[]> {
  const { rows } = await sql<GrantRow & { name: string }>`
    select a.principal_type as principal, a.principal_id as id, a.level,
      coalesce(u.full_name, r.title, o.title, '') as name
    from document_access a
    left join users u on a.principal_type = 'user' and u.id = a.principal_id
    left join rooms r on a.principal_type = 'room' and r.id = a.principal_id
    left join organizations o on a.principal_type = 'organization' and o.id = a.principal_id
    where a.document_id = ${id}
    order by a.principal_type desc, name, a.principal_id`.execute(db);
  return rows;
}

export async function upsertGrant(tx: Tx, id: DocumentId, grant: GrantRow): Promise<void> {
  await sql`
    insert into document_access (document_id, principal_type, principal_id, level)
    values (${id}, ${grant.principal}, ${grant.id}, ${grant.level})
    on conflict (document_id, principal_type, principal_id) do update set level = excluded.level`.execute(
    tx,
  );
}

export async function deleteGrant(
  tx: Tx,
  id: DocumentId,
  { principal, id: principalId }: Pick<GrantRow, "principal" | "id">,
): Promise<void> {
  await sql`
    delete from document_access
    where document_id = ${id} and principal_type = ${principal} and principal_id = ${principalId}`.execute(
    tx,
  );
}

/** Is somebody, a room or the organization in this workspace, so that they can be given a level? Link guests have their room alone. */
export async function isInWorkspace(
  db: Db,
  workspaceId: WorkspaceId,
  { principal, id }: Pick<GrantRow, "principal" | "id">,
): Promise<boolean> {
  const { rows } = await (
    principal === "organization"
      ? sql`select from organizations where id = ${id} and id = ${workspaceId}`
      : principal === "room"
        ? sql`select from rooms where id = ${id} and workspace_id = ${workspaceId} and status = 'ACTIVE'`
        : sql`
          select from workspace_membership w join users u on u.id = w.user_id
          where w.workspace_id = ${workspaceId} and w.user_id = ${id} and w.status = 'ACTIVE' and u.role <> 'GUEST'`
  ).execute(db);
  return rows.length > 0;
}

export async function hasOwner(tx: Tx, id: DocumentId): Promise<boolean> {
  const { rows } = await sql`
    select from document_access where document_id = ${id} and principal_type = 'user' and level = 'OWNER' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Begins a statement with `line`: each of the documents that are wanted, as `document_id`, with all that it inherits from, itself first,
 * up to the first that is restricted.
 */
export function withLines(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with recursive line as (
      select id as document_id, id, room_id, parent_id, is_restricted, 1 as depth from documents where ${wanted}
      union all
      select l.document_id, d.id, d.room_id, d.parent_id, d.is_restricted, l.depth + 1
      from line l join documents d on d.id = l.parent_id where not l.is_restricted and l.depth < 12
    )`;
}

/** The people who are OWNER by a document itself or by those that it inherits from. */
export async function listOwners(tx: Tx, id: DocumentId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    ${withLines(sql`id = ${id}`)}
    select distinct a.principal_id as "userId" from line l join document_access a on a.document_id = l.id
    where a.principal_type = 'user' and a.level = 'OWNER'`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function updateRestricted(tx: Tx, id: DocumentId, isRestricted: boolean) {
  await sql`update documents set is_restricted = ${isRestricted} where id = ${id}`.execute(tx);
}

/** More are not told of one request. */
const LEADERS_MAX = 50;

/** People who may answer a request about a document: its leaders, by themselves or by its room. */
export async function listLeaders(db: Db, id: DocumentId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    ${withLines(sql`id = ${id}`)}, candidates as (
      select a.principal_id as user_id from line l join document_access a on a.document_id = l.id
      where a.principal_type = 'user' and a.level in ('OWNER', 'ADMIN')
      union
      select p.user_id from line l join participants p on p.room_id = l.room_id
      where p.access_status = 'ACCEPTED' and p.access_level in ('OWNER', 'ADMIN')
    )
    select user_id as "userId" from candidates
    where document_level(${id}, user_id) in ('OWNER', 'ADMIN') order by user_id limit ${LEADERS_MAX}`.execute(
    db,
  );
  return rows.map(({ userId }) => userId);
}

/** The document itself, for those who need not see it. */
export async function findTitle(
  db: Db,
  id: DocumentId,
  { userId, workspaceId }: { readonly userId: UserId; readonly workspaceId: WorkspaceId },
): Promise<{ readonly title: string; readonly level: ParticipantAccessLevel | null } | undefined> {
  const { rows } = await sql<{ title: string; level: ParticipantAccessLevel | null }>`
    select title, document_level(id, ${userId}) as level from documents
    where id = ${id} and workspace_id = ${workspaceId} and status <> 'DELETED'`.execute(db);
  return rows[0];
}

export interface LevelQuestion {
  readonly documentId: DocumentId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

export interface LevelAnswer {
  /** Null: it is not there for them. */
  readonly level: ParticipantAccessLevel | null;
  /** Locked, archived or in the trash: nobody edits. */
  readonly isFrozen: boolean;
}

/** For each question in their order. A session has to be one that goes on, in the workspace of the document, and not bound to one room. */
export async function listLevels(
  db: Db,
  questions: readonly LevelQuestion[],
): Promise<LevelAnswer[]> {
  const { rows } = await sql<LevelAnswer>`
    select case when d.status <> 'DELETED' and s.id is not null then document_level(d.id, q.user_id) end as level,
      d.locked_at is not null or d.status is distinct from 'ACTIVE' as "isFrozen"
    from unnest(${questions.map(({ documentId }) => documentId)}::uuid[],
      ${questions.map(({ userId }) => userId)}::uuid[], ${questions.map(({ sessionId }) => sessionId)}::uuid[])
      with ordinality q (document_id, user_id, session_id, place)
    left join documents d on d.id = q.document_id
    left join sessions s on s.id = q.session_id and s.workspace_id = d.workspace_id
      and s.ended_at is null and s.bound_room_id is null
    order by q.place`.execute(db);
  return rows;
}
