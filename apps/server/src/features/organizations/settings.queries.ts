import type { OrganizationSettings, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

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
