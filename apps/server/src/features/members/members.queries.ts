import {
  isLeading,
  type MemberStatus,
  type OrganizationSettings,
  type UserId,
  type WorkspaceId,
  type WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import { containing } from "#server/platform/db/like.ts";

export interface MemberRow {
  readonly userId: UserId;
  readonly role: WorkspaceRole;
  readonly status: MemberStatus;
  readonly department: string | null;
  readonly suspendedReason: string | null;
  readonly joinedAt: Date;
  readonly lastActiveAt: Date | null;
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
  /** To whoever does not see everybody, people of a room that everybody comes into are known only then. */
  readonly hasDirectory: boolean;
}

export interface ReaderQuestion {
  readonly userId: UserId;
  readonly orgId: WorkspaceId;
}

export interface ReaderAnswer extends Pick<MemberRow, "role" | "status"> {
  /** What was chosen in the organization. */
  readonly settings: Partial<OrganizationSettings>;
}

/** What each person is in each organization, in their order; null for somebody who is not in it. Prepared once per connection. */
export async function listReaders(
  pool: Pool,
  questions: readonly ReaderQuestion[],
): Promise<(ReaderAnswer | null)[]> {
  const { rows } = await pool.query<ReaderAnswer | { readonly role: null }>({
    name: "members.readers",
    text: `
      select m.role, case when not lacks_second_factor(o.id, q.user_id) then m.status end as status, o.settings
      from unnest($1::uuid[], $2::uuid[]) with ordinality q (user_id, org_id, place)
      left join organizations o on o.id = q.org_id
      left join workspace_membership m on m.workspace_id = o.id and m.user_id = q.user_id
      order by q.place`,
    values: [questions.map(({ userId }) => userId), questions.map(({ orgId }) => orgId)],
  });
  return rows.map((row) => (row.role === null ? null : row));
}

const columns = sql`
  m.user_id as "userId", m.role, m.status, m.department, m.suspended_reason as "suspendedReason",
  m.joined_at as "joinedAt", u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl", u.email,
  (select p.active_at from presence p where p.user_id = u.id) as "lastActiveAt"`;

/**
 * Of the members `m` those whom the reader may see: everybody, or who is in a room with them (rules-identity 45); without a directory a
 * room that everybody comes into makes nobody known. Who is only invited is known to those who lead.
 */
function seenBy(reader: MemberReader, workspaceId: WorkspaceId) {
  const { userId, role, seesEverybody, hasDirectory } = reader;
  if (isLeading(role)) return sql`true`;
  if (seesEverybody) return sql`m.status <> 'INVITED'`;
  return sql`m.user_id in (
    select ${userId}::uuid union
    select other.user_id from participants own
    join rooms r on r.id = own.room_id and r.workspace_id = ${workspaceId} and (${hasDirectory} or not exists (
      select from common_rooms c where c.workspace_id = r.workspace_id and c.room_id = r.id
    ))
    join participants other on other.room_id = own.room_id and other.access_status = 'ACCEPTED'
    where own.user_id = ${userId} and own.access_status = 'ACCEPTED')`;
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

/** Each has its index. */
const orders = {
  name: sql`lower(u.full_name), u.id`,
  joinedAt: sql`m.joined_at desc, m.user_id`,
  role: sql`array_position(array['OWNER', 'ADMIN', 'MEMBER', 'GUEST'], m.role::text), m.user_id`,
};

/** For `like`; null where everybody is found. */
function toPattern(search = ""): string | null {
  const text = search.trim().toLowerCase();
  return text === "" ? null : containing(text);
}

/**
 * A page of those whom the reader may see and who have the text in their name, username or, for those who lead, address; and how
 * many there are on all pages. Conditions that are not asked for fall away when the statement is planned.
 */
export function listMembersOf(
  db: Db,
  workspaceId: WorkspaceId,
  reader: MemberReader,
  listing: MemberListing,
): Promise<{ readonly rows: MemberRow[]; readonly total: number }> {
  const { role = null, status = null, department = null, sortBy } = listing;
  const pattern = toPattern(listing.search);
  const chosen = sql`
    m.workspace_id = ${workspaceId} and ${seenBy(reader, workspaceId)}
    and (${role}::text is null or m.role = ${role}) and (${status}::text is null or m.status = ${status})
    and (${department}::text is null or m.department = ${department})`;
  // Where nobody need be looked at, the page is read by the index of its order, and all are counted apart.
  const isPlain = pattern === null && reader.seesEverybody;
  const total = isPlain
    ? sql`(select count(*) from workspace_members m where ${chosen})`
    : sql`count(*) over ()`;
  return readPage(listing, ({ limit, offset }) =>
    sql<MemberRow & { total: number }>`
      select ${columns}, ${total}::int as total
      from workspace_members m join users u on u.id = m.user_id
      where ${chosen} and (${pattern}::text is null or lower(u.full_name) || ' ' || u.username like ${pattern}
        or (${isLeading(reader.role)} and m.status <> 'INVITED' and u.email like ${pattern}))
      order by ${orders[sortBy]} limit ${limit} offset ${offset}`.execute(db),
  );
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
