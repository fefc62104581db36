import type {
  InvitationStatus,
  InvitationType,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface InvitationRow {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly type: InvitationType;
  /** A pending one that has run out is EXPIRED. */
  readonly status: InvitationStatus;
  readonly role: WorkspaceRole;
  readonly codeEnd: string;
  readonly email: string | null;
  readonly uses: number;
  readonly maxUses: number | null;
  readonly inviterName: string;
  readonly title: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

function columns(now: Date) {
  return sql`
    i.id, i.workspace_id as "workspaceId", i.type,
    case when i.status = 'PENDING' and i.expires_at <= ${now} then 'EXPIRED' else i.status end as status,
    i.role, i.code_end as "codeEnd", i.email, i.uses, i.max_uses as "maxUses", u.full_name as "inviterName", o.title,
    i.created_at as "createdAt", i.expires_at as "expiresAt"`;
}
const source = sql`
  invitations i join users u on u.id = i.invited_by join organizations o on o.id = i.workspace_id`;

export async function insertInvitation(
  tx: Tx,
  invitation: {
    readonly workspaceId: WorkspaceId;
    readonly type: InvitationType;
    readonly role: WorkspaceRole;
    readonly codeHash: Uint8Array;
    readonly codeEnd: string;
    readonly maxUses: number | null;
    readonly invitedBy: UserId;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { workspaceId, type, role, codeHash, codeEnd, maxUses } = invitation;
  await sql`
    insert into invitations (workspace_id, type, role, code_hash, code_end, max_uses, invited_by, created_at, expires_at)
    values (${workspaceId}, ${type}, ${role}, ${codeHash}, ${codeEnd}, ${maxUses}, ${invitation.invitedBy},
      ${invitation.createdAt}, ${invitation.expiresAt})`.execute(tx);
}

export async function findInvitation(
  db: Db,
  codeHash: Uint8Array,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns(now)} from ${source} where i.code_hash = ${codeHash}`.execute(db);
  return rows[0];
}

/** The same with its row held until the transaction ends: of several who use it at once each sees what the one before left. */
export async function findInvitationForChange(
  tx: Tx,
  codeHash: Uint8Array,
  now: Date,
): Promise<InvitationRow | undefined> {
  await sql`select 1 from invitations where code_hash = ${codeHash} for no key update`.execute(tx);
  return findInvitation(tx, codeHash, now);
}

/** Counts a use; the last one ends it. */
export async function updateUsed(tx: Tx, id: string): Promise<void> {
  await sql`
    update invitations set uses = uses + 1,
      status = case when uses + 1 >= max_uses then 'ACCEPTED' else status end
    where id = ${id}`.execute(tx);
}

/** False where there is no pending one of that id in the organization. */
export async function updateRevoked(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    update invitations set status = 'REVOKED'
    where id = ${id} and workspace_id = ${workspaceId} and status = 'PENDING' returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** In one workspace, or in all of them. */
export async function updateRevokedOf(
  tx: Tx,
  workspaceId: WorkspaceId | undefined,
  userId: UserId,
): Promise<void> {
  await sql`
    update invitations set status = 'REVOKED'
    where invited_by = ${userId} and status = 'PENDING'
      and (${workspaceId ?? null}::uuid is null or workspace_id = ${workspaceId ?? null})`.execute(
    tx,
  );
}

/** All that are pending in an organization; in the order of ids, so that two of these at once wait for each other. */
export async function updateRevokedIn(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await sql`
    with pending as (
      select id from invitations where workspace_id = ${workspaceId} and status = 'PENDING'
      order by id for no key update
    )
    update invitations i set status = 'REVOKED' from pending where i.id = pending.id`.execute(tx);
}

export interface InvitationListing {
  readonly page: number;
  readonly limit: number;
  readonly status?: InvitationStatus | undefined;
  readonly email?: string | undefined;
  readonly sortBy: "createdAt" | "expiresAt";
}

export async function listInvitationsOf(
  db: Db,
  workspaceId: WorkspaceId,
  { page, limit, status, email, sortBy }: InvitationListing,
  now: Date,
): Promise<{ readonly rows: InvitationRow[]; readonly total: number }> {
  const { rows } = await sql<InvitationRow & { total: number }>`
    select *, count(*) over ()::int as total from (
      select ${columns(now)} from ${source} where i.workspace_id = ${workspaceId}
    ) listed
    where (${status ?? null}::text is null or status = ${status ?? null})
      and (${email ?? null}::text is null or position(lower(${email ?? null}) in email) > 0)
    order by ${sql.ref(sortBy)} desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
