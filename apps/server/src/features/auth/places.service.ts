import type { CurrentOrganization, WorkspaceId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { lacksFactor } from "../factors/factors.service.ts";
import type { UserRow } from "../users/accounts.service.ts";
import {
  findActiveMembership,
  requireActiveMembership,
  requirePersonalWorkspaceId,
} from "../workspaces/workspaces.service.ts";

/** Where a session works, and what its person is told of it. */
export interface Place {
  readonly workspaceId: WorkspaceId;
  /** Null in Personal. */
  readonly currentOrg: CurrentOrganization | null;
}

/**
 * Throws ORGANIZATION_NOT_FOUND where the person is no member, MEMBER_SUSPENDED where they are suspended, SECOND_FACTOR_REQUIRED where
 * the organization asks for a second factor that they do not have (rules-identity 28).
 */
export async function requirePlace(
  tx: Tx,
  { id, preferences }: UserRow,
  to: WorkspaceId | "personal",
): Promise<Place> {
  if (to === "personal")
    return { workspaceId: await requirePersonalWorkspaceId(tx), currentOrg: null };
  const { title, role } = await requireActiveMembership(tx, id, to);
  if (await lacksFactor(tx, id, to)) throw new AppError("SECOND_FACTOR_REQUIRED");
  const isDefault = preferences.defaultWorkspace === to;
  const currentOrg = { orgId: to, orgName: title, orgRole: role, isDefault };
  return { workspaceId: to, currentOrg };
}

/**
 * Where a sign-in leads: into the organization that the person has chosen, without a choice into the workspace that they switched
 * to last; Personal where they are not ACTIVE there, or do not have the second factor that it asks for (rules-identity 79).
 */
export async function requireFirstPlace(tx: Tx, user: UserRow): Promise<Place> {
  const wanted = user.preferences.defaultWorkspace ?? user.lastWorkspaceId;
  const isIn =
    wanted &&
    (await findActiveMembership(tx, user.id, wanted)) &&
    !(await lacksFactor(tx, user.id, wanted));
  return requirePlace(tx, user, isIn ? wanted : "personal");
}
