import type { WorkspaceId } from "@colbin/protocol";
import type { ChangesRow, PersonChange } from "#server/features/workspaces/workspaces.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";

export * from "#server/features/workspaces/workspaces.queries.ts";

/** There is one workspace. */
export function listPersonChanges(
  db: Db,
  known: ReadonlyMap<WorkspaceId, number | undefined>,
): Promise<ChangesRow[]> {
  const handle = handleOf(db);
  return handle.run(() => {
    const { personChanges } = handle.store;
    const rev = personChanges.length;
    return [...known].map(([workspaceId, after = 0]) => {
      const missed = personChanges.slice(after);
      return { workspaceId, rev, missed: missed.length, changes: missed };
    });
  });
}

export function insertPersonChanges(tx: Tx, changes: readonly PersonChange[]): Promise<void> {
  const handle = handleOf(tx);
  const { store, work } = handle;
  return handle.run(() => {
    work?.changes.push(() => {
      for (const { userId, roomId } of changes) store.personChanges.push([userId, roomId ?? null]);
    });
  });
}
