import type { OrganizationSettings, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** What was chosen; undefined for a workspace that is no organization. */
export async function findSettings(
  db: Db,
  id: WorkspaceId,
): Promise<Partial<OrganizationSettings> | undefined> {
  const { rows } = await sql<{ settings: Partial<OrganizationSettings> }>`
    select settings from organizations where id = ${id}`.execute(db);
  return rows[0]?.settings;
}

/** The others stay. */
export async function updateSettings(
  tx: Tx,
  id: WorkspaceId,
  changed: Partial<OrganizationSettings>,
  now: Date,
): Promise<void> {
  await sql`
    update organizations set settings = settings || ${JSON.stringify(changed)}::jsonb, updated_at = ${now}
    where id = ${id}`.execute(tx);
}
