import type { DocumentId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

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
