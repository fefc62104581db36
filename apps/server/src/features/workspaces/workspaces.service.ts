import type { AccountType, WorkspaceId } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import { findPersonalWorkspaceId, findWorkspaceKind } from "./workspaces.queries.ts";

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
