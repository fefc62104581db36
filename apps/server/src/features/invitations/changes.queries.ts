import type { InvitationType, RoomId, UserId, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Invitee } from "./invitations.queries.ts";

/** What is kept of a code. */
export interface KeptCode {
  readonly codeHash: Uint8Array;
  readonly codeEnd: string;
  readonly expiresAt: Date;
}

export interface NewInvitation extends KeptCode {
  readonly workspaceId: WorkspaceId;
  readonly type: InvitationType;
  /** None for a link. */
  readonly invitee?: Invitee;
  readonly role: WorkspaceRole;
  readonly department: string | null;
  readonly roomIds: readonly RoomId[];
  readonly maxUses: number | null;
  readonly invitedBy: UserId;
  readonly createdAt: Date;
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  const { workspaceId, type, role, department, codeHash, codeEnd, maxUses, invitee } = invitation;
  const email = invitee && "email" in invitee ? invitee.email : null;
  const inviteeId = invitee && "inviteeId" in invitee ? invitee.inviteeId : null;
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into invitations (workspace_id, type, role, department, code_hash, code_end, email, invitee_id, max_uses,
        invited_by, created_at, expires_at)
      values (${workspaceId}, ${type}, ${role}, ${department}, ${codeHash}, ${codeEnd}, ${email}, ${inviteeId},
        ${maxUses}, ${invitation.invitedBy}, ${invitation.createdAt}, ${invitation.expiresAt})
      returning id
    ), rooms as (
      insert into invitation_rooms (invitation_id, room_id)
      select made.id, room_id from made cross join unnest(${[...invitation.roomIds]}::uuid[]) room_id
    )
    select id from made`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("An insert returns the row it made");
  return row.id;
}

/** The code before dies. */
export async function updateCode(
  tx: Tx,
  id: string,
  { codeHash, codeEnd, expiresAt }: KeptCode,
): Promise<void> {
  await sql`
    update invitations set code_hash = ${codeHash}, code_end = ${codeEnd}, expires_at = ${expiresAt}
    where id = ${id}`.execute(tx);
}

/** Counts a use; the last one ends it. */
export async function updateUsed(tx: Tx, id: string): Promise<void> {
  await sql`
    update invitations set uses = uses + 1,
      status = case when uses + 1 >= max_uses then 'ACCEPTED' else status end
    where id = ${id}`.execute(tx);
}

export type EndedStatus = "REJECTED" | "REVOKED" | "EXPIRED";

/** Ends what is pending; false where it was not. */
export async function updateEnded(tx: Tx, id: string, status: EndedStatus): Promise<boolean> {
  const { rows } = await sql`
    update invitations set status = ${status}
    where id = ${id} and status = 'PENDING' returning 1`.execute(tx);
  return rows.length > 0;
}

/** A person who was invited by an invitation that has ended. */
interface Uninvited {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** By one inviter in an organization, with those that name the person `to`; by one everywhere, or all of an organization. */
type Whose =
  | { readonly workspaceId: WorkspaceId; readonly by?: UserId; readonly to?: UserId }
  | { readonly workspaceId?: WorkspaceId; readonly by: UserId; readonly to?: undefined };

/**
 * Revokes what is pending, but for these roles; returns whose DIRECT ones ended. In the order of ids, so that two of these at once
 * wait for each other.
 */
export async function updateRevoked(
  tx: Tx,
  { workspaceId, by, to }: Whose,
  kept: Readonly<Record<"named" | "link", readonly WorkspaceRole[]>>,
): Promise<Uninvited[]> {
  const { rows } = await sql<{ workspaceId: WorkspaceId; userId: UserId | null }>`
    with ended as (
      select id from invitations
      where status = 'PENDING' and (${workspaceId ?? null}::uuid is null or workspace_id = ${workspaceId ?? null})
        and (${by ?? null}::uuid is null or invited_by = ${by ?? null} or invitee_id = ${to ?? null}
          or email = (select u.email from users u where u.id = ${to ?? null} and u.is_email_verified))
        and role::text <> all (case when type = 'LINK' then ${[...kept.link]}::text[] else ${[...kept.named]}::text[] end)
      order by id for no key update
    )
    update invitations i set status = 'REVOKED' from ended where i.id = ended.id
    returning i.workspace_id as "workspaceId", i.invitee_id as "userId"`.execute(tx);
  return rows.flatMap((row) => (row.userId ? [{ ...row, userId: row.userId }] : []));
}

/** Marks what has run out; returns whose DIRECT ones ended. What somebody holds at this moment stays until the next time. */
export async function updateExpired(tx: Tx, now: Date): Promise<Uninvited[]> {
  const { rows } = await sql<{ workspaceId: WorkspaceId; userId: UserId | null }>`
    update invitations set status = 'EXPIRED'
    where id in (
      select id from invitations where status = 'PENDING' and expires_at <= ${now} for no key update skip locked
    )
    returning workspace_id as "workspaceId", invitee_id as "userId"`.execute(tx);
  return rows.flatMap((row) => (row.userId ? [{ ...row, userId: row.userId }] : []));
}

/** What is over, and ran out before that. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await sql`
    delete from invitations where status <> 'PENDING' and expires_at <= ${before}`.execute(db);
}

/** Ends what is pending for somebody who is gone, and keeps their address nowhere; their memberships are the caller's to end. */
export async function updateForgotten(
  tx: Tx,
  inviteeId: UserId,
  emails: readonly string[],
): Promise<void> {
  await sql`
    with theirs as (
      select id from invitations where invitee_id = ${inviteeId} or email = any (${[...emails]}::text[])
      order by id for no key update
    )
    update invitations i
    set status = case when i.status = 'PENDING' then 'REVOKED' else i.status end, email = null
    from theirs where i.id = theirs.id`.execute(tx);
}
