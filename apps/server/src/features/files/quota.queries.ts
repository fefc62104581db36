import type { UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Only one of those who begin an upload in a workspace asks how much room there is, until its transaction ends. */
export async function lockQuota(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files ' || ${workspaceId}::text, 0))`.execute(
    tx,
  );
}

/** The title of an organization, and the people who lead it. */
export async function listQuotaLeaders(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ readonly title: string; readonly leaders: readonly UserId[] }> {
  const { rows } = await sql<{ title: string; userId: UserId }>`
    select o.title, m.user_id as "userId" from workspace_membership m join organizations o on o.id = m.workspace_id
    where o.id = ${workspaceId} and m.status = 'ACTIVE' and m.role in ('OWNER', 'ADMIN')
    order by m.user_id`.execute(db);
  return { title: rows[0]?.title ?? "", leaders: rows.map(({ userId }) => userId) };
}
