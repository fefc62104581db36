import type { AccountType, WorkspaceId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  findPersonalWorkspaceId,
  findWorkspaceKind,
  listAccessChanges,
  updateAccessChanges,
} from "./workspaces.queries.ts";

export type WorkspaceKind = "personal" | "organization";

/** Where a session without another choice works: the one workspace that everybody shares (rules-identity 79). */
export async function requirePersonalWorkspaceId(db: Db): Promise<WorkspaceId> {
  const id = await findPersonalWorkspaceId(db);
  if (!id)
    throw new Error("The Personal workspace is made by the first migration and never removed");
  return id;
}

/** The kind of a workspace that a session works in. */
export async function requireWorkspaceKind(db: Db, id: WorkspaceId): Promise<WorkspaceKind> {
  const kind = await findWorkspaceKind(db, id);
  if (!kind) throw new Error("A workspace is not removed while a session names it");
  return kind;
}

/** The account type follows the active workspace (rules-identity 41). */
export function toAccountType(kind: WorkspaceKind): AccountType {
  switch (kind) {
    case "personal":
      return "PERSONAL";
    case "organization":
      return "BUSINESS";
  }
}

/**
 * Tells every process that somebody may have lost access in these workspaces: their sweeps look who is still allowed to be
 * there, whatever becomes of the hint. Call it in the transaction of the change and as its last statement: all changes of a
 * workspace wait for each other here, and nobody who waits may hold what another one needs.
 */
export async function recordAccessChange(tx: Tx, ids: Iterable<WorkspaceId>): Promise<void> {
  const workspaces = [...new Set(ids)];
  if (workspaces.length > 0) await updateAccessChanges(tx, workspaces);
}

/** The number of changes of access in each of these workspaces; larger after every recordAccessChange that committed. */
export function countAccessChanges(
  db: Db,
  ids: readonly WorkspaceId[],
): Promise<Map<WorkspaceId, number>> {
  return listAccessChanges(db, ids);
}
