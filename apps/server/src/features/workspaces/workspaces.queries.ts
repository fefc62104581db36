import type { WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

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

/** The counters of these workspaces, by primary key. */
export async function listAccessChanges(
  db: Db,
  ids: readonly WorkspaceId[],
): Promise<Map<WorkspaceId, number>> {
  const { rows } = await sql<{ id: WorkspaceId; changes: number }>`
    select id, last_person_rev as changes from workspaces where id = any (${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

/** One more for each of these workspaces, whose rows are locked in id order until the transaction ends. */
export async function updateAccessChanges(tx: Tx, ids: readonly WorkspaceId[]): Promise<void> {
  await sql`
    with locked as (
      select id from workspaces where id = any (${[...ids]}::uuid[]) order by id for no key update
    )
    update workspaces w set last_person_rev = last_person_rev + 1 from locked where w.id = locked.id`.execute(
    tx,
  );
}
