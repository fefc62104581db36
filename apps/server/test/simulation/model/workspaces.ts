import type { WorkspaceId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";

export * from "#server/features/workspaces/workspaces.queries.ts";

/** There is one workspace, with one counter. */
export function listAccessChanges(
  db: Db,
  ids: readonly WorkspaceId[],
): Promise<Map<WorkspaceId, number>> {
  const handle = handleOf(db);
  return handle.run(() => new Map(ids.map((id) => [id, handle.store.accessChanges])));
}

export function updateAccessChanges(tx: Tx): Promise<void> {
  const handle = handleOf(tx);
  const { store, work } = handle;
  return handle.run(() => {
    work?.changes.push(() => {
      store.accessChanges += 1;
    });
  });
}
