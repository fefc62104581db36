import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

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
