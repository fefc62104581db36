import type {
  InvitationStatus,
  InvitationType,
  RoomId,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";

export interface InvitationRow {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly type: InvitationType;
  /** A pending one that has run out is EXPIRED. */
  readonly status: InvitationStatus;
  readonly role: WorkspaceRole;
  readonly department: string | null;
  readonly codeEnd: string;
  /** Whom an EMAIL one is for. */
  readonly email: string | null;
  /** Whom a DIRECT one is for. */
  readonly inviteeId: UserId | null;
  readonly username: string | null;
  readonly uses: number;
  readonly maxUses: number | null;
  readonly invitedBy: UserId;
  readonly inviterName: string;
  readonly inviterRole: WorkspaceRole | null;
  /** Works in the organization, and is neither blocked nor about to be deleted. */
  readonly isInviterActive: boolean;
  readonly title: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

function columns(now: Date) {
  return sql`
    i.id, i.workspace_id as "workspaceId", i.type,
    case when i.status = 'PENDING' and i.expires_at <= ${now} then 'EXPIRED' else i.status end as status,
    i.role, i.department, i.code_end as "codeEnd", i.email, i.invitee_id as "inviteeId", v.username, i.uses, i.max_uses as "maxUses",
    i.invited_by as "invitedBy", u.full_name as "inviterName", m.role as "inviterRole",
    (m.status = 'ACTIVE' and not u.is_blocked and u.deletes_at is null) is true as "isInviterActive", o.title,
    i.created_at as "createdAt", i.expires_at as "expiresAt"`;
}
const source = sql`
  invitations i join users u on u.id = i.invited_by join organizations o on o.id = i.workspace_id
  left join users v on v.id = i.invitee_id
  left join workspace_members m on m.workspace_id = i.workspace_id and m.user_id = i.invited_by`;

/** How an invitation is named: by its code, by its id to the account that it is for, or by its id in its organization. */
export type InvitationKey =
  | { readonly codeHash: Uint8Array }
  | { readonly id: string; readonly inviteeId: UserId }
  | { readonly id: string; readonly workspaceId: WorkspaceId };

function named(key: InvitationKey) {
  if ("codeHash" in key) return sql`i.code_hash = ${key.codeHash}`;
  return "inviteeId" in key
    ? sql`i.id = ${key.id} and i.invitee_id = ${key.inviteeId}`
    : sql`i.id = ${key.id} and i.workspace_id = ${key.workspaceId}`;
}

export async function findInvitation(
  db: Db,
  key: InvitationKey,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns(now)} from ${source} where ${named(key)}`.execute(db);
  return rows[0];
}

/** The same with its row held until the transaction ends: of several who use it at once each sees what the one before left. */
export async function findInvitationForChange(
  tx: Tx,
  key: InvitationKey,
  now: Date,
): Promise<InvitationRow | undefined> {
  await sql`select 1 from invitations i where ${named(key)} for no key update`.execute(tx);
  return findInvitation(tx, key, now);
}

/** Rooms that it leads into, beside those of everybody who joins. */
export async function listRoomIdsOf(db: Db, id: string): Promise<RoomId[]> {
  const { rows } = await sql<{ id: RoomId }>`
    select room_id as id from invitation_rooms where invitation_id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

/** Whom an invitation names. */
export type Invitee = { readonly email: string } | { readonly inviteeId: UserId };

/** Those into the organization that nobody has answered or revoked, with those that ran out and are not marked yet. */
export async function listOpenTo(
  tx: Tx,
  workspaceId: WorkspaceId,
  invitee: Invitee,
  now: Date,
): Promise<InvitationRow[]> {
  const isTheirs =
    "email" in invitee ? sql`i.email = ${invitee.email}` : sql`i.invitee_id = ${invitee.inviteeId}`;
  const { rows } = await sql<InvitationRow>`
    select ${columns(now)} from ${source}
    where i.workspace_id = ${workspaceId} and i.status = 'PENDING' and ${isTheirs}`.execute(tx);
  return rows;
}

/** To this account, from organizations that it is not in, the newest first. */
export async function listPendingTo(
  db: Db,
  inviteeId: UserId,
  limit: number,
  now: Date,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns(now)} from ${source}
    where i.invitee_id = ${inviteeId} and i.status = 'PENDING' and i.expires_at > ${now}
      and exists (
        select 1 from workspace_members own
        where own.workspace_id = i.workspace_id and own.user_id = ${inviteeId} and own.status = 'INVITED')
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function hasPendingTo(db: Db, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invitations
    where email = ${email} and status = 'PENDING' and expires_at > ${now} limit 1`.execute(db);
  return rows.length > 0;
}

export interface InvitationListing {
  readonly page: number;
  readonly limit: number;
  readonly status?: InvitationStatus | undefined;
  readonly email?: string | undefined;
  readonly sortBy: "createdAt" | "expiresAt";
}

/** Those of one inviter, or of all. */
export async function listInvitationsOf(
  db: Db,
  of: { readonly workspaceId: WorkspaceId; readonly invitedBy: UserId | null },
  listing: InvitationListing,
  now: Date,
): Promise<{ readonly rows: InvitationRow[]; readonly total: number }> {
  const { status, email, sortBy } = listing;
  return readPage(listing, (portion) =>
    sql<InvitationRow & { total: number }>`
    select *, count(*) over ()::int as total from (
      select ${columns(now)} from ${source}
      where i.workspace_id = ${of.workspaceId} and (${of.invitedBy}::uuid is null or i.invited_by = ${of.invitedBy})
    ) listed
    where (${status ?? null}::text is null or status = ${status ?? null})
      and (${email ?? null}::text is null or position(lower(${email ?? null}) in email) > 0)
    order by ${sql.ref(sortBy)} desc, id desc limit ${portion.limit} offset ${portion.offset}`.execute(
      db,
    ),
  );
}
