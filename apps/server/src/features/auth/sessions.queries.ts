import type {
  MemberStatus,
  RefreshDelivery,
  RoomId,
  SessionId,
  UserId,
  UserRole,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Pool } from "pg";
import { GUEST_END } from "#server/platform/bound-sessions.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface NewSession {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly refreshDelivery: RefreshDelivery;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Of a link guest. */
  readonly boundRoomId: RoomId | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<SessionId> {
  const { rows } = await sql<{ id: SessionId }>`
    insert into sessions (user_id, workspace_id, refresh_delivery, user_agent, address, created_at, last_used_at, expires_at,
      bound_room_id)
    values (${session.userId}, ${session.workspaceId}, ${session.refreshDelivery}, ${session.userAgent},
      ${session.address}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt}, ${session.boundRoomId})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("An insert returns the row it made");
  return row.id;
}

export type EndReason =
  | "sign-out"
  | "sign-out everywhere"
  | "sign-out elsewhere"
  | "password changed"
  | "second factor reset"
  | "token reuse"
  | "too many sessions"
  | "expired"
  | "blocked"
  | "account deleted"
  | typeof GUEST_END;

export interface EndedSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/** Ends what is still live of these sessions and returns whose they were; locked in one order, so that nobody deadlocks. */
export async function updateEnded(
  tx: Tx,
  ids: readonly SessionId[],
  reason: EndReason,
  now: Date,
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    with live as (
      select id from sessions where id = any (${[...ids]}::uuid[]) and ended_at is null
      order by id for no key update
    )
    update sessions s set ended_at = ${now}, end_reason = ${reason} from live where s.id = live.id
    returning s.id, s.user_id as "userId", s.workspace_id as "workspaceId"`.execute(tx);
  return rows;
}

type GuestEnd = EndedSession & { readonly endedAt: Date };

/** Ends the session of a link guest in this room, where it is live. */
export async function updateBoundEnded(
  tx: Tx,
  { roomId, userIds }: { readonly roomId: RoomId; readonly userIds: readonly UserId[] },
): Promise<GuestEnd[]> {
  const { rows } = await sql<GuestEnd>`
    with live as (
      select id from sessions
      where bound_room_id = ${roomId} and user_id = any (${[...userIds]}::uuid[]) and ended_at is null
      order by id for no key update
    )
    update sessions s set ended_at = clock_timestamp(), end_reason = ${GUEST_END} from live where s.id = live.id
    returning s.id, s.user_id as "userId", s.workspace_id as "workspaceId", s.ended_at as "endedAt"`.execute(
    tx,
  );
  return rows;
}

/** The same of all in a workspace; in the order of ids, as updateEnded. */
export async function updateBoundEndedIn(tx: Tx, workspaceId: WorkspaceId): Promise<GuestEnd[]> {
  const { rows } = await sql<GuestEnd>`
    with live as (
      select s.id from sessions s join rooms r on r.id = s.bound_room_id
      where r.workspace_id = ${workspaceId} and s.ended_at is null
      order by s.id for no key update of s
    )
    update sessions s set ended_at = clock_timestamp(), end_reason = ${GUEST_END} from live where s.id = live.id
    returning s.id, s.user_id as "userId", s.workspace_id as "workspaceId", s.ended_at as "endedAt"`.execute(
    tx,
  );
  return rows;
}

export async function listLiveSessionIds(tx: Tx, userId: UserId): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select id from sessions where user_id = ${userId} and ended_at is null
    order by last_used_at desc, id desc`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function listLiveSessions(
  tx: Tx,
  ids: readonly SessionId[],
  now: Date,
): Promise<{ readonly id: SessionId; readonly userId: UserId }[]> {
  const { rows } = await sql<{ id: SessionId; userId: UserId }>`
    select id, user_id as "userId" from sessions
    where id = any (${[...ids]}::uuid[]) and ended_at is null and expires_at > ${now}`.execute(tx);
  return rows;
}

/** The session that a refresh token was ever of, and whether it was used up. */
export async function findFamily(
  db: Db,
  tokenHash: Uint8Array,
): Promise<{ readonly sessionId: SessionId; readonly isSpent: boolean } | undefined> {
  const { rows } = await sql<{ sessionId: SessionId; isSpent: boolean }>`
    select session_id as "sessionId", used_at is not null as "isSpent" from refresh_tokens
    where token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

export interface SessionRow {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly refreshDelivery: RefreshDelivery;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

const sessionColumns = sql`
  s.id, s.user_id as "userId", s.workspace_id as "workspaceId", s.refresh_delivery as "refreshDelivery",
  s.created_at as "createdAt", s.expires_at as "expiresAt", s.ended_at as "endedAt"`;

/** Locks the session of a refresh token: all that happens to one family happens one after the other. */
export async function findSessionForRefresh(
  tx: Tx,
  tokenHash: Uint8Array,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from sessions s
    where s.id = (select session_id from refresh_tokens where token_hash = ${tokenHash})
    for no key update`.execute(tx);
  return rows[0];
}

/** The same by its id. */
export async function findSessionForChange(tx: Tx, id: SessionId): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from sessions s where s.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function updateSessionWorkspace(
  tx: Tx,
  id: SessionId,
  workspaceId: WorkspaceId,
): Promise<void> {
  await sql`update sessions set workspace_id = ${workspaceId} where id = ${id}`.execute(tx);
}

/** Every session of one workspace works in the other from now on; in the order of ids, as updateEnded. */
export async function updateMoved(db: Db, from: WorkspaceId, to: WorkspaceId): Promise<void> {
  await sql`
    with moved as (
      select id from sessions where workspace_id = ${from} order by id for no key update
    )
    update sessions s set workspace_id = ${to} from moved where s.id = moved.id`.execute(db);
}

export async function deleteTicketsIn(db: Db, workspaceId: WorkspaceId): Promise<void> {
  await sql`delete from ws_tickets where workspace_id = ${workspaceId}`.execute(db);
}

export async function updateSessionUsed(
  tx: Tx,
  id: SessionId,
  use: { readonly delivery: RefreshDelivery; readonly address: string; readonly at: Date },
): Promise<void> {
  await sql`
    update sessions set last_used_at = ${use.at}, refresh_delivery = ${use.delivery}, address = ${use.address}
    where id = ${id}`.execute(tx);
}

export interface RefreshTokenRow {
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly successorHash: Buffer | null;
  readonly successorSealed: Buffer | null;
}

/** Read by a statement after the lock of the session, so that it is the token as the last holder left it. */
export async function findRefreshToken(
  tx: Tx,
  tokenHash: Uint8Array,
): Promise<RefreshTokenRow | undefined> {
  const { rows } = await sql<RefreshTokenRow>`
    select expires_at as "expiresAt", used_at as "usedAt", successor_hash as "successorHash",
      successor_sealed as "successorSealed"
    from refresh_tokens where token_hash = ${tokenHash}`.execute(tx);
  return rows[0];
}

/** The session that holds this token, or used it up only after that moment: what a browser asked for before may still be on its way. */
export async function findHeldSession(
  db: Db,
  tokenHash: Uint8Array,
  { now, spentAfter }: { readonly now: Date; readonly spentAfter: Date },
): Promise<(SessionQuestion & { readonly expiresAt: Date }) | undefined> {
  const { rows } = await sql<SessionQuestion & { readonly expiresAt: Date }>`
    select s.id as "sessionId", s.workspace_id as "workspaceId", t.expires_at as "expiresAt"
    from refresh_tokens t join sessions s on s.id = t.session_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now}
      and (t.used_at is null or t.used_at > ${spentAfter})`.execute(db);
  return rows[0];
}

export interface NewRefreshToken {
  readonly tokenHash: Uint8Array;
  readonly sessionId: SessionId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertRefreshToken(tx: Tx, token: NewRefreshToken): Promise<void> {
  await sql`
    insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
    values (${token.tokenHash}, ${token.sessionId}, ${token.createdAt}, ${token.expiresAt})`.execute(
    tx,
  );
}

export async function updateTokenUsed(
  tx: Tx,
  tokenHash: Uint8Array,
  successor: { readonly hash: Uint8Array; readonly sealed: Uint8Array; readonly at: Date },
): Promise<void> {
  await sql`
    update refresh_tokens set used_at = ${successor.at}, successor_hash = ${successor.hash},
      successor_sealed = ${successor.sealed}
    where token_hash = ${tokenHash}`.execute(tx);
}

/**
 * Whoever shows a token has an answer that came after those before it: a switch makes one beside them. Now they are spent as well, so
 * that a copy of one is noticed.
 */
export async function updateOlderUsed(tx: Tx, tokenHash: Uint8Array, now: Date): Promise<void> {
  await sql`
    update refresh_tokens older set used_at = ${now} from refresh_tokens shown
    where shown.token_hash = ${tokenHash} and older.session_id = shown.session_id
      and older.created_at < shown.created_at and older.used_at is null`.execute(tx);
}

export interface NewTicket {
  readonly ticketHash: Uint8Array;
  readonly sessionId: SessionId;
  readonly workspaceId: WorkspaceId;
  readonly accessExpiresAt: Date;
  readonly expiresAt: Date;
}

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await sql`
    insert into ws_tickets (ticket_hash, session_id, workspace_id, access_expires_at, expires_at)
    values (${ticket.ticketHash}, ${ticket.sessionId}, ${ticket.workspaceId}, ${ticket.accessExpiresAt},
      ${ticket.expiresAt})`.execute(db);
}

export interface UsedTicket {
  readonly sessionId: SessionId;
  readonly workspaceId: WorkspaceId;
  readonly accessExpiresAt: Date;
}

/** Single use: gone for every later caller, also where its time was over. */
export async function deleteTicket(
  db: Db,
  ticketHash: Uint8Array,
  now: Date,
): Promise<UsedTicket | undefined> {
  const { rows } = await sql<UsedTicket & { expiresAt: Date }>`
    delete from ws_tickets where ticket_hash = ${ticketHash}
    returning session_id as "sessionId", workspace_id as "workspaceId", access_expires_at as "accessExpiresAt",
      expires_at as "expiresAt"`.execute(db);
  const ticket = rows[0];
  return ticket && ticket.expiresAt > now ? ticket : undefined;
}

/** Everything that decides whether a session may act, as it is at this moment. */
export interface SessionState {
  readonly userId: UserId;
  readonly refreshDelivery: RefreshDelivery;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
  readonly boundRoomId: RoomId | null;
  /** Of the session; a token may name another one, from before a switch. */
  readonly activeWorkspaceId: WorkspaceId;
  readonly instanceRole: UserRole;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly isBlocked: boolean;
  /** Of the workspace that was asked for; role and status are null for somebody who is not in it. A purged one is none. */
  readonly workspaceKind: "personal" | "organization";
  readonly workspaceRole: WorkspaceRole | null;
  readonly workspaceStatus: MemberStatus | null;
}

export interface SessionQuestion {
  readonly sessionId: SessionId;
  readonly workspaceId: WorkspaceId;
}

/**
 * An answer for each question, in their order; null where there is no such session. By primary keys only, prepared once per
 * connection: it runs with every request.
 */
export async function listSessionStates(
  pool: Pool,
  questions: readonly SessionQuestion[],
): Promise<(SessionState | null)[]> {
  const { rows } = await pool.query<SessionState | { readonly userId: null }>({
    name: "auth.session-states",
    text: `
      select s.user_id as "userId", s.refresh_delivery as "refreshDelivery", s.expires_at as "expiresAt",
        s.ended_at as "endedAt", s.end_reason as "endReason", s.bound_room_id as "boundRoomId",
        s.workspace_id as "activeWorkspaceId", u.role as "instanceRole",
        u.full_name as "fullName", u.avatar_url as "avatarUrl", u.is_blocked as "isBlocked",
        coalesce(w.kind, 'personal') as "workspaceKind",
        m.role as "workspaceRole",
        case when not lacks_second_factor(q.workspace_id, s.user_id) then m.status end as "workspaceStatus"
      from unnest($1::uuid[], $2::uuid[]) with ordinality q (session_id, workspace_id, place)
      left join sessions s on s.id = q.session_id
      left join users u on u.id = s.user_id
      left join workspaces w on w.id = q.workspace_id
      left join workspace_membership m on m.workspace_id = q.workspace_id and m.user_id = s.user_id
      order by q.place`,
    values: [
      questions.map(({ sessionId }) => sessionId),
      questions.map(({ workspaceId }) => workspaceId),
    ],
  });
  return rows.map((row) => (row.userId === null ? null : row));
}

/** The session has this elevation from now on, in place of any other; false where it has ended. */
export async function updateElevated(
  tx: Tx,
  id: SessionId,
  elevation: { readonly hash: Uint8Array; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update sessions set elevation_hash = ${elevation.hash}, elevated_until = ${elevation.until}
    where id = ${id} and ended_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

export async function isElevated(
  db: Db,
  id: SessionId,
  hash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions
    where id = ${id} and ended_at is null and elevation_hash = ${hash} and elevated_until > ${now}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Sessions that nobody used in time. */
export async function updateIdleEnded(
  tx: Tx,
  idleSince: Date,
  now: Date,
): Promise<Pick<EndedSession, "id" | "userId">[]> {
  const { rows } = await sql<Pick<EndedSession, "id" | "userId">>`
    with idle as (
      select id from sessions where ended_at is null and (expires_at <= ${now} or last_used_at <= ${idleSince})
      order by id for no key update
    )
    update sessions s set ended_at = ${now}, end_reason = 'expired' from idle where s.id = idle.id
    returning s.id, s.user_id as "userId"`.execute(tx);
  return rows;
}

export async function deleteOldSessions(db: Db, endedBefore: Date): Promise<void> {
  await sql`delete from sessions where ended_at <= ${endedBefore}`.execute(db);
}

export async function deleteLapsedTokens(db: Db, before: Date): Promise<void> {
  await sql`delete from refresh_tokens where expires_at <= ${before}`.execute(db);
}

export async function deleteLapsedTickets(db: Db, now: Date): Promise<void> {
  await sql`delete from ws_tickets where expires_at <= ${now}`.execute(db);
}

export async function deleteSessionsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
}
