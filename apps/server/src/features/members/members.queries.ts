import {
  isLeading,
  type MemberStatus,
  type UserId,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface MemberRow {
  readonly userId: UserId;
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
  readonly department: string | null;
  readonly suspendedReason: string | null;
  readonly joinedAt: Date;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly email: string | null;
}

/** Who looks, and what they are in the organization. */
export interface MemberReader {
  readonly userId: UserId;
  readonly role: WorkspaceRole;
  readonly seesEverybody: boolean;
}

const columns = sql`
  m.user_id as "userId", m.role, m.status, m.department, m.suspended_reason as "suspendedReason",
  m.joined_at as "joinedAt", u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl", u.email`;

/**
 * Of the members `m` those whom the reader may see: everybody, or who is in a room with them (rules-identity 45). All MEMBERs are in
 * general: it makes nobody known to them. Who is only invited is known to those who lead.
 */
function seenBy({ userId, role, seesEverybody }: MemberReader, workspaceId: WorkspaceId) {
  if (isLeading(role)) return sql`true`;
  if (seesEverybody) return sql`m.status <> 'INVITED'`;
  return sql`(m.user_id = ${userId} or exists (
    select 1 from participants own
    join rooms r on r.id = own.room_id and r.workspace_id = ${workspaceId} and (${role} = 'GUEST' or not r.is_general)
    join participants other on other.room_id = own.room_id and other.user_id = m.user_id
    where own.user_id = ${userId} and own.access_status = 'ACCEPTED' and other.access_status = 'ACCEPTED'))`;
}

export interface MemberListing {
  readonly page: number;
  readonly limit: number;
  readonly role?: WorkspaceRole | undefined;
  readonly status?: MemberStatus | undefined;
  readonly department?: string | undefined;
  readonly search?: string | undefined;
  readonly sortBy: "name" | "joinedAt" | "role";
}

const orders = {
  name: sql`lower(u.full_name)`,
  joinedAt: sql`m.joined_at desc`,
  role: sql`array_position(array['OWNER', 'ADMIN', 'MEMBER', 'GUEST'], m.role::text)`,
};

export async function listMembersOf(
  db: Db,
  workspaceId: WorkspaceId,
  reader: MemberReader,
  listing: MemberListing,
): Promise<{ readonly rows: MemberRow[]; readonly total: number }> {
  const { page, limit, role = null, status = null, department = null, sortBy } = listing;
  const search = listing.search?.trim().toLowerCase() ?? "";
  const seesAddresses = isLeading(reader.role);
  const { rows } = await sql<MemberRow & { total: number }>`
    select ${columns}, count(*) over ()::int as total
    from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and ${seenBy(reader, workspaceId)}
      and (${role}::text is null or m.role = ${role}) and (${status}::text is null or m.status = ${status})
      and (${department}::text is null or m.department = ${department})
      and (${search} = '' or position(${search} in lower(u.full_name)) > 0 or position(${search} in u.username) > 0
        or (${seesAddresses} and m.status <> 'INVITED' and position(${search} in u.email) > 0))
    order by ${orders[sortBy]}, m.user_id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findMember(
  db: Db,
  workspaceId: WorkspaceId,
  userId: UserId,
  reader: MemberReader,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and ${seenBy(reader, workspaceId)}`.execute(
    db,
  );
  return rows[0];
}

/** The same with its row held until the transaction ends. */
export async function findMemberForChange(
  tx: Tx,
  workspaceId: WorkspaceId,
  userId: UserId,
  reader: MemberReader,
): Promise<MemberRow | undefined> {
  await sql`
    select 1 from workspace_members
    where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`.execute(tx);
  return findMember(tx, workspaceId, userId, reader);
}
