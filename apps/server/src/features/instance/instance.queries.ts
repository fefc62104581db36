import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import type { Portion } from "#server/platform/db/read-page.ts";

/** The name of this log. */
export async function selectLogEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom("instance").select("log_epoch").executeTakeFirstOrThrow();
  return row.log_epoch;
}

/** The size of the whole database on its disk. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export interface InstanceOrganizationRow {
  readonly id: WorkspaceId;
  readonly title: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly members: number;
  readonly total: number;
}

/** By title, deleted ones last. */
export function listAllOrganizations(
  db: Db,
  { limit, offset }: Portion,
): Promise<{ rows: InstanceOrganizationRow[] }> {
  return sql<InstanceOrganizationRow>`
    select p.*, (
      select count(*)::int from workspace_members m where m.workspace_id = p.id and m.status = 'ACTIVE'
    ) as members
    from (
      select o.id, o.title, o.created_at as "createdAt", w.deleted_at as "deletedAt", count(*) over ()::int as total,
        row_number() over (order by w.deleted_at is not null, lower(o.title), o.id) as place
      from organizations o join workspaces w on w.id = o.id
      order by place limit ${limit} offset ${offset}
    ) p order by p.place`.execute(db);
}
