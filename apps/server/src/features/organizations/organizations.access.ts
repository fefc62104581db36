import { isLeading, type UserId, type WorkspaceId } from "@colbin/protocol";
import { lacksFactor } from "#server/features/factors/factors.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  findOrganization,
  findOrganizationForChange,
  type OrganizationRow,
} from "./organizations.queries.ts";

/** An organization that the person is in, wherever their session works; any other is not there (rules-identity 53). */
export async function requireOrganization(
  db: Db,
  userId: UserId,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await findOrganization(db, userId, id);
  if (!organization) throw new AppError("ORGANIZATION_NOT_FOUND");
  return organization;
}

/** The same where the person is not suspended; SECOND_FACTOR_REQUIRED where it asks for a factor that they do not have. */
export async function requireActiveOrganization(
  db: Db,
  userId: UserId,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await requireOrganization(db, userId, id);
  return requireFit(db, userId, organization);
}

async function requireFit(
  db: Db,
  userId: UserId,
  organization: OrganizationRow,
): Promise<OrganizationRow> {
  if (organization.status !== "ACTIVE") throw new AppError("ORGANIZATION_NOT_FOUND");
  if (await lacksFactor(db, userId, organization.id)) throw new AppError("SECOND_FACTOR_REQUIRED");
  return organization;
}

/** One that the caller leads; a member is refused with FORBIDDEN. */
export async function requireLeading(
  db: Db,
  actor: Actor,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await requireActiveOrganization(db, actor.userId, id);
  if (!isLeading(organization.role)) throw new AppError("FORBIDDEN");
  return organization;
}

/** One that the caller is in, also suspended, with its row held until the transaction ends. */
export async function requireOwnOrganizationForChange(
  tx: Tx,
  actor: Pick<Actor, "userId">,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await findOrganizationForChange(tx, actor.userId, id);
  if (!organization) throw new AppError("ORGANIZATION_NOT_FOUND");
  return organization;
}

/** One that the caller owns, in the same way; anybody else in it is refused with FORBIDDEN. */
export async function requireOwnedOrganization(
  tx: Tx,
  actor: Actor,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await requireLedOrganization(tx, actor, id);
  if (organization.role !== "OWNER") throw new AppError("FORBIDDEN");
  return organization;
}

/** The same where the caller is not suspended. */
export async function requireActiveOrganizationForChange(
  tx: Tx,
  actor: Pick<Actor, "userId">,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await requireOwnOrganizationForChange(tx, actor, id);
  return requireFit(tx, actor.userId, organization);
}

/** One that the caller leads, with its row held until the transaction ends; a member is refused with FORBIDDEN. */
export async function requireLedOrganization(
  tx: Tx,
  actor: Actor,
  id: WorkspaceId,
): Promise<OrganizationRow> {
  const organization = await requireActiveOrganizationForChange(tx, actor, id);
  if (!isLeading(organization.role)) throw new AppError("FORBIDDEN");
  return organization;
}
