import type { DocumentId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { documentsOfMany, type DocumentRow } from "./documents.queries.ts";

interface TreeRow {
  readonly id: DocumentId;
  readonly parentId: DocumentId | null;
  readonly title: string;
  readonly icon: string | null;
  readonly isRestricted: boolean;
  readonly depth: number;
}

/** A document with all below it, or all of a room. */
export type TreeRoot = { readonly id: DocumentId } | { readonly roomId: RoomId };

/** The documents of a tree that a person may read and that are not in the trash, those above first, and each in its order. */
export async function listTree(
  db: Db,
  userId: UserId,
  root: TreeRoot,
  limit: number,
): Promise<TreeRow[]> {
  const first =
    "id" in root ? sql`d.id = ${root.id}` : sql`d.room_id = ${root.roomId} and d.parent_id is null`;
  const { rows } = await sql<TreeRow>`
    with recursive tree as (
      select d.id, d.parent_id, d.title, d.icon, d.is_restricted, d.position, 1 as depth from documents d where ${first} and d.status <> 'DELETED'
      union all
      select d.id, d.parent_id, d.title, d.icon, d.is_restricted, d.position, t.depth + 1
      from tree t join documents d on d.parent_id = t.id and d.status <> 'DELETED' where t.depth < 50
    )
    select t.id, t.parent_id as "parentId", t.title, t.icon, t.is_restricted as "isRestricted", t.depth from tree t
    where document_level(t.id, ${userId}) is not null
    order by t.depth, t.position, t.id limit ${limit}`.execute(db);
  return rows;
}

/** Active ones, in the order of their places among those with the same parent. */
export async function listTreeRows(
  db: Db,
  actor: Pick<Actor, "userId" | "workspaceId">,
  roomId: RoomId | undefined,
  limit: number,
): Promise<DocumentRow[]> {
  const ofRoom = roomId === undefined ? sql`true` : sql`d.room_id = ${roomId}`;
  const found = documentsOfMany(actor, sql`d.status = 'ACTIVE' and ${ofRoom}`);
  const { rows } = await sql<DocumentRow>`
    select f.* from (${found}) f order by f.position, f.id limit ${limit}`.execute(db);
  return rows;
}

export interface NamedRow {
  readonly id: DocumentId;
  readonly title: string;
  readonly icon: string | null;
}

/** The documents above one, from the top: as far up as the person may read them one after the other. */
export async function listAbove(db: Db, userId: UserId, id: DocumentId): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    with recursive line as (
      select d.parent_id, null::uuid as id, null::text as title, null::text as icon, 0 as depth
      from documents d where d.id = ${id}
      union all
      select d.parent_id, d.id, d.title, d.icon, l.depth + 1
      from line l join documents d on d.id = l.parent_id
      where l.depth < 12 and d.status <> 'DELETED' and document_level(d.id, ${userId}) is not null
    )
    select id, title, icon from line where id is not null order by depth desc`.execute(db);
  return rows;
}

/** The active documents right below one, in the order of their places. */
export async function listBelow(
  db: Db,
  userId: UserId,
  id: DocumentId,
  limit: number,
): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select d.id, d.title, d.icon from documents d
    where d.parent_id = ${id} and d.status = 'ACTIVE' and document_level(d.id, ${userId}) is not null
    order by d.position, d.id limit ${limit}`.execute(db);
  return rows;
}
