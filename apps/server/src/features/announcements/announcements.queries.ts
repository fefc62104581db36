import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

/** The workspaces in which an announcement is heard, and how many people are in each. */
export async function listAudience(
  tx: Tx,
  workspaceId: WorkspaceId | null,
): Promise<{ readonly id: WorkspaceId; readonly people: number }[]> {
  const { rows } = await sql<{ id: WorkspaceId; people: number }>`
    select w.id, case w.kind when 'personal' then (select count(*) from users)
      else (select count(*) from workspace_members m where m.workspace_id = w.id) end::integer as people
    from workspaces w where w.deleted_at is null and (${workspaceId}::uuid is null or w.id = ${workspaceId})`.execute(
    tx,
  );
  return rows;
}
