import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Only one of those who begin an upload in a workspace asks how much room there is, until its transaction ends. */
export async function lockQuota(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files ' || ${workspaceId}::text, 0))`.execute(
    tx,
  );
}

export async function findOrganizationTitle(db: Db, id: WorkspaceId): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from organizations where id = ${id}`.execute(db);
  return rows[0]?.title;
}
