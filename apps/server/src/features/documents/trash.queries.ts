import type { DocumentId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { withLines } from "./access.queries.ts";

/**
 * Into the trash with what stands below it and what this person may put there too. Where that ends, a document stays, with all below it,
 * and moves up to the parent of the top one: it inherits no less than from there, so that nobody comes in who was kept out.
 */
export async function trashTree(
  tx: Tx,
  { userId }: Pick<Actor, "userId">,
  id: DocumentId,
  at: Date,
): Promise<void> {
  await sql`
    with recursive top as (
      select id, parent_id from documents where id = ${id}
    ), tree as (
      select id, true as goes from top
      union
      select d.id, case document_level(d.id, ${userId})
        when 'OWNER' then true
        when 'ADMIN' then true
        when 'WRITE' then d.created_by = ${userId} and not d.is_restricted
        else false
      end
      from tree t join documents d on d.parent_id = t.id where t.goes and d.status <> 'DELETED'
    )
    update documents d set status = case when t.goes then 'DELETED' else d.status end,
      deleted_at = case when t.goes then ${at}::timestamptz end,
      was_archived = t.goes and d.status = 'ARCHIVED',
      parent_id = case when t.goes then d.parent_id else top.parent_id end
    from tree t, top where d.id = t.id`.execute(tx);
}

/** Out of the trash with what went there at the same moment, as it was before; at the top where its parent is still in it. */
export async function restoreTree(tx: Tx, id: DocumentId): Promise<void> {
  await sql`
    with recursive top as (
      select id, deleted_at, parent_id from documents where id = ${id}
    ), tree as (
      select id from top
      union
      select d.id from tree t join documents d on d.parent_id = t.id, top where d.deleted_at = top.deleted_at
    )
    update documents d set status = case when d.was_archived then 'ARCHIVED' else 'ACTIVE' end,
      deleted_at = null, was_archived = false,
      parent_id = case when d.id = ${id} and exists (
        select from documents p where p.id = d.parent_id and p.status = 'DELETED') then null else d.parent_id end
    from tree t where d.id = t.id`.execute(tx);
}

interface DeletedRow {
  readonly id: DocumentId;
  /** It is deleted as well, and does not move up. */
  readonly goes: boolean;
  /** A restricted document stands above it, up to the one that is deleted. */
  readonly isBelowRestricted: boolean;
}

/** A document in the trash, what went there at the same moment and is this person's to delete, and what stands right below these. */
export async function listDeletedWith(
  tx: Tx,
  { userId }: Pick<Actor, "userId">,
  id: DocumentId,
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    with recursive top as (
      select id, deleted_at, is_restricted from documents where id = ${id}
    ), tree as (
      select id, true as goes, is_restricted as closes, false as is_below from top
      union
      select d.id, d.deleted_at is not distinct from top.deleted_at and case document_level(d.id, ${userId})
        when 'OWNER' then true
        when 'ADMIN' then d.room_id is not null
        else false
      end, t.closes or d.is_restricted, t.closes
      from tree t join documents d on d.parent_id = t.id, top where t.goes
    )
    select id, goes, is_below as "isBelowRestricted" from tree`.execute(tx);
  return rows;
}

/** Documents come to the place of one that is deleted. */
export async function moveUp(
  tx: Tx,
  ids: readonly DocumentId[],
  deleted: DocumentId,
): Promise<void> {
  await sql`
    update documents set parent_id = (select parent_id from documents where id = ${deleted})
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

export async function deleteDocuments(tx: Tx, ids: readonly DocumentId[]): Promise<void> {
  await sql`delete from documents where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Holds documents that have been in the trash since before this moment. */
export async function lockTrashedBefore(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<DocumentId[]> {
  const { rows } = await sql<{ id: DocumentId }>`
    select id from documents where deleted_at < ${before} order by deleted_at limit ${limit} for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Documents right below these, and none of them. */
export async function listRightBelow(tx: Tx, ids: readonly DocumentId[]): Promise<DocumentId[]> {
  const { rows } = await sql<{ id: DocumentId }>`
    select id from documents
    where parent_id = any(${[...ids]}::uuid[]) and id <> all(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function isBelowTrashed(tx: Tx, id: DocumentId): Promise<boolean> {
  const { rows } = await sql`
    select from documents d join documents p on p.id = d.parent_id and p.status = 'DELETED'
    where d.id = ${id}`.execute(tx);
  return rows.length > 0;
}

/**
 * Documents among these that stand below a restricted one become restricted themselves, and keep the levels that were given on the
 * documents that they inherit from: wherever they come, nobody gets in who was kept out, and nobody is shut out but by what links gave.
 */
export async function keepClosed(tx: Tx, ids: readonly DocumentId[]): Promise<void> {
  await sql`
    ${withLines(sql`id = any(${[...ids]}::uuid[]) and not is_restricted`)}, closed as (
      update documents d set is_restricted = true from line l where l.is_restricted and d.id = l.document_id returning d.id
    )
    insert into document_access (document_id, principal_type, principal_id, level)
    select c.id, a.principal_type, a.principal_id, (array['OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'])[
      min(array_position(array['OWNER', 'ADMIN', 'WRITE', 'COMMENT', 'READ'], a.level::text))]
    from closed c join line l on l.document_id = c.id join document_access a on a.document_id = l.id
    group by c.id, a.principal_type, a.principal_id
    on conflict (document_id, principal_type, principal_id) do update set level = excluded.level`.execute(
    tx,
  );
}
