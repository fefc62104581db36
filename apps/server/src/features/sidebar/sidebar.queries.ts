import type { Sidebar, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Whose sections, and where. */
export interface SidebarKey {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

export async function findSidebar(
  db: Db,
  { userId, workspaceId }: SidebarKey,
): Promise<Sidebar | undefined> {
  const { rows } = await sql<Sidebar>`
    select sections, rev from sidebars
    where user_id = ${userId} and workspace_id = ${workspaceId}`.execute(db);
  return rows[0];
}

/** Keeps them as the change after `rev`; false where another change has that place. */
export async function upsertSidebar(
  db: Db,
  { userId, workspaceId }: SidebarKey,
  { sections, rev }: Sidebar,
): Promise<boolean> {
  const list = JSON.stringify(sections);
  const { rows } = await (
    rev === 0
      ? sql`
      insert into sidebars (user_id, workspace_id, sections, rev)
      values (${userId}, ${workspaceId}, ${list}, 1)
      on conflict do nothing returning rev`
      : sql`
      update sidebars set sections = ${list}, rev = rev + 1
      where user_id = ${userId} and workspace_id = ${workspaceId} and rev = ${rev} returning rev`
  ).execute(db);
  return rows.length > 0;
}
