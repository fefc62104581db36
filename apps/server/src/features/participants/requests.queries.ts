import type {
  AccessRequestStatus,
  AccessRequestType,
  ParticipantAccessLevel,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import type { Place } from "./places.queries.ts";

/** A request about a room, with the room and who asks. */
export interface RequestRow {
  readonly id: string;
  readonly roomId: RoomId;
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly title: string;
  readonly userId: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly type: AccessRequestType;
  readonly accessLevel: ParticipantAccessLevel;
  readonly message: string | null;
  readonly status: AccessRequestStatus;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly closedAt: Date | null;
}

const columns = sql`
  a.id, a.room_id as "roomId", r.workspace_id as "workspaceId", r.slug, r.title, a.user_id as "userId",
  u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl", a.type, a.access_level as "accessLevel",
  a.message, a.status, a.reason, a.created_at as "createdAt", a.expires_at as "expiresAt", a.closed_at as "closedAt"`;

const requests = sql`access_requests a join rooms r on r.id = a.room_id join users u on u.id = a.user_id`;

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${requests} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** What somebody asks for in a room now. */
export async function findOpenRequest(
  db: Db,
  { roomId, userId }: Place,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${requests}
    where a.room_id = ${roomId} and a.user_id = ${userId} and a.status = 'PENDING'`.execute(db);
  return rows[0];
}

/** The newest first. */
export function listRequests(
  db: Db,
  roomId: RoomId,
  listing: {
    readonly status: AccessRequestStatus;
    readonly page: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: RequestRow[]; readonly total: number }> {
  return readPage(listing, ({ limit, offset }) =>
    sql<RequestRow & { total: number }>`
    select ${columns}, count(*) over ()::integer as total from ${requests}
    where a.room_id = ${roomId} and a.status = ${listing.status}
    order by a.created_at desc, a.id limit ${limit} offset ${offset}`.execute(db),
  );
}

/**
 * Open requests of a person in all rooms. The number holds until the transaction ends: it takes the lock of this person's requests,
 * before any lock of a room.
 */
export async function countOpenRequests(tx: Tx, userId: UserId): Promise<number> {
  // A statement of its own: what is read after the lock must be read with a snapshot taken after it.
  await sql`select pg_advisory_xact_lock(hashtextextended('access_requests', 0) # hashtextextended(${userId}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from access_requests
    where user_id = ${userId} and status = 'PENDING' and room_id is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface NewRequest extends Place {
  readonly type: AccessRequestType;
  readonly accessLevel: ParticipantAccessLevel;
  readonly message: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The caller holds the room's lock and has seen that there is no open one. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into access_requests (room_id, user_id, type, access_level, message, created_at, expires_at)
    values (${request.roomId}, ${request.userId}, ${request.type}, ${request.accessLevel}, ${request.message},
      ${request.createdAt}, ${request.expiresAt})
    returning id`.execute(tx);
  const made = rows[0];
  if (!made) throw new Error("An insert returns its row");
  return made.id;
}

interface Closing {
  readonly status: Exclude<AccessRequestStatus, "PENDING">;
  readonly reason?: string | undefined;
  readonly now: Date;
}

/** What was said with it is wiped (rules-rooms 15). */
export async function updateClosed(
  tx: Tx,
  id: string,
  { status, reason = "", now }: Closing,
): Promise<void> {
  await sql`
    update access_requests set status = ${status}, reason = nullif(${reason}, ''), closed_at = ${now}, message = null
    where id = ${id} and status = 'PENDING'`.execute(tx);
}

/** Closes what somebody asks for in a room, if they do. */
export async function updatePersonClosed(
  tx: Tx,
  { roomId, userId }: Place,
  status: Closing["status"],
): Promise<void> {
  await sql`
    update access_requests set status = ${status}, closed_at = clock_timestamp(), message = null
    where room_id = ${roomId} and user_id = ${userId} and status = 'PENDING'`.execute(tx);
}

/** Closes all open requests of a room, or those that have run out by now; returns who asked. */
export async function updateRoomClosed(
  tx: Tx,
  roomId: RoomId,
  { status, now }: Closing,
): Promise<{ readonly id: string; readonly userId: UserId }[]> {
  const { rows } = await sql<{ id: string; userId: UserId }>`
    update access_requests set status = ${status}, closed_at = ${now}, message = null
    where room_id = ${roomId} and status = 'PENDING' and (${status} <> 'EXPIRED' or expires_at <= ${now})
    returning id, user_id as "userId"`.execute(tx);
  return rows;
}

/** When somebody who is in a room was last refused more. */
export async function findLastRefusal(
  tx: Tx,
  { roomId, userId }: Place,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select closed_at as at from access_requests
    where room_id = ${roomId} and user_id = ${userId} and type = 'UPGRADE_ACCESS' and status = 'REJECTED'
    order by closed_at desc limit 1`.execute(tx);
  return rows[0]?.at;
}
