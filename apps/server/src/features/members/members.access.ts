import {
  defaultOrganizationSettings,
  isLeading,
  isRoleBelow,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Pool } from "pg";
import { requireLedOrganization } from "#server/features/organizations/organizations.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import {
  findMemberForChange,
  listReaders,
  type MemberReader,
  type MemberRow,
  type ReaderQuestion,
} from "./members.queries.ts";

/** A member, by their organization. */
export interface Target {
  readonly orgId: WorkspaceId;
  readonly userId: UserId;
}

/** A door for requests that come by the thousand: those that arrive together are judged by one statement. */
export interface MemberDoors {
  /**
   * An organization that the caller is ACTIVE in, and whether they see all of its members: guests see those in their rooms, and so do
   * MEMBERs of one that has no directory for them (rules-identity 45, 57). Any other: ORGANIZATION_NOT_FOUND.
   */
  requireReader(userId: UserId, orgId: WorkspaceId): Promise<MemberReader>;
}

/** Every answer is read after it was asked for. */
export function createMemberDoors(pool: Pool): MemberDoors {
  const readers = createLookup((questions: readonly ReaderQuestion[]) =>
    listReaders(pool, questions),
  );
  return {
    async requireReader(userId, orgId) {
      const found = await readers.find({ userId, orgId });
      if (found?.status !== "ACTIVE") throw new AppError("ORGANIZATION_NOT_FOUND");
      const { role, settings } = found;
      const { memberDirectory: hasDirectory } = { ...defaultOrganizationSettings, ...settings };
      return {
        userId,
        role,
        seesEverybody: isLeading(role) || (role === "MEMBER" && hasDirectory),
        hasDirectory,
      };
    },
  };
}

/** Somebody in an organization that the caller leads, their row held; MEMBER_NOT_FOUND. */
export async function requireMemberForChange(
  tx: Tx,
  reader: MemberReader,
  { orgId, userId }: Target,
): Promise<MemberRow> {
  const row = await findMemberForChange(tx, orgId, userId, reader);
  if (!row) throw new AppError("MEMBER_NOT_FOUND");
  return row;
}

/** One with a lower role than the caller's, who leads (rules-identity 64); else MEMBER_ROLE_NOT_ALLOWED, or MEMBER_STATUS_CONFLICT. */
export async function requireMemberBelow(
  tx: Tx,
  actor: Actor,
  target: Target,
): Promise<{
  readonly row: MemberRow;
  readonly reader: MemberReader;
  readonly title: string;
}> {
  const { role, title } = await requireLedOrganization(tx, actor, target.orgId);
  const reader = { userId: actor.userId, role, seesEverybody: true, hasDirectory: true };
  const row = await requireMemberForChange(tx, reader, target);
  if (!isRoleBelow(row.role, role)) throw new AppError("MEMBER_ROLE_NOT_ALLOWED");
  // Who was invited and has not answered is what their invitation says.
  if (row.status === "INVITED") throw new AppError("MEMBER_STATUS_CONFLICT");
  return { row, reader, title };
}
