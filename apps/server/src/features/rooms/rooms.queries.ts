import type {
  ParticipantAccessStatus,
  RoomAccessType,
  RoomId,
  ChosenRoomSettings,
  RoomType,
  roomSortKeys,
  sortOrders,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { containing } from "#server/platform/db/like.ts";
import type { RoomStanding } from "./rooms.rules.ts";

/** Who looks. To a session that is bound to one room there is no other. */
export type Reader = Pick<Actor, "workspaceId" | "userId" | "boundRoomId">;

/** A room together with what the caller is to it. */
export interface RoomRow extends RoomStanding {
  readonly id: RoomId;
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly avatarUrl: string | null;
  readonly roomType: RoomType;
  readonly isGeneral: boolean;
  readonly lastSeq: number;
  readonly lastMsgNo: number;
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  readonly organizationDomain: string | null;
  /** What was chosen; the others have their defaults (toRoomSettings). */
  readonly settings: ChosenRoomSettings;
  /** The title, or the names of the others where nobody gave one. */
  readonly shownTitle: string;
  /** A direct room in which the person may write to nobody: what was said before stays (rules-rooms 29). */
  readonly isCut: boolean;
  /** Since when it has an address that nobody from outside has opened; null for one that leads to the room for ever (rules-rooms 10). */
  readonly freshSlugSince: Date | null;
}

/** A room that was asked for by an address, which may be a former one. */
export interface FoundRoom extends RoomRow {
  readonly askedAs: string;
}

const standingColumns = `
  m.workspace_role as "workspaceRole", m.workspace_status as "workspaceStatus", m.room_status as status,
  m.access_type as "accessType", m.access_status as "accessStatus", m.access_level as "accessLevel",
  m.is_banned as "isBanned", m.is_outside_domain as "isOutsideDomain"`;

const shownTitle = `
  case when r.title <> '' then r.title else coalesce((
    select string_agg(o.full_name, ', ' order by lower(o.full_name), o.id)
    from participants i join users o on o.id = i.user_id
    where i.room_id = r.id and i.user_id <> m.user_id and (i.access_status = 'ACCEPTED' or r.room_type = 'direct')
  ), '') end`;

const roomColumns = sql`
  r.id, r.workspace_id as "workspaceId", r.slug, r.title, r.description, r.avatar_url as "avatarUrl", r.room_type as "roomType",
  r.is_general as "isGeneral", r.last_seq as "lastSeq", r.last_msg_no as "lastMsgNo", r.member_count as "memberCount",
  r.created_at as "createdAt", r.last_activity_at as "lastActivityAt", r.organization_domain as "organizationDomain",
  r.settings, ${sql.raw(standingColumns)}, m.is_cut as "isCut", r.fresh_slug_since as "freshSlugSince",
  ${sql.raw(shownTitle)} as "shownTitle"`;

/**
 * One row of the view by primary keys. `offset 0` keeps the planner from taking the view apart: joined in another order, it
 * meets every person and every room.
 */
function standingOf(roomId: string, userId: string): string {
  return `lateral (select * from room_membership where room_id = ${roomId} and user_id = ${userId} offset 0) m`;
}

/** PostgreSQL holds no NUL in a text, so no room has such an address. */
function isPossible(slug: string): boolean {
  return !slug.includes("\0");
}

/**
 * Where an address leads, from an alias that has a workspace and one: the present one of a room, or a former one, which leads there for
 * ever (rules-rooms 10). A row with room_id, or none.
 */
function addressOf(asked: string): string {
  return `lateral (
    select room_id from room_addresses where workspace_id = ${asked}.workspace_id and slug = ${asked}.slug limit 1
  ) a`;
}

/** Rooms of these addresses that exist in the workspace, whoever may see them; in the order of the addresses. */
export async function listRoomsBySlug(
  db: Db,
  { workspaceId, userId, boundRoomId }: Reader,
  slugs: readonly string[],
) {
  const { rows } = await sql<FoundRoom>`
    select q.slug as "askedAs", ${roomColumns}
    from (
      select ${workspaceId}::uuid as workspace_id, ${userId}::uuid as user_id, i.slug, i.place
      from unnest(${slugs.filter(isPossible)}::text[]) with ordinality i (slug, place)
    ) q
    cross join ${sql.raw(addressOf("q"))}
    join rooms r on r.id = a.room_id
    cross join ${sql.raw(standingOf("r.id", "q.user_id"))}
    where ${boundRoomId}::uuid is null or r.id = ${boundRoomId}
    order by q.place`.execute(db);
  return rows;
}

/** What decides about reading a room, and what tells whether something that was read from it before is out of date. */
export interface RoomHead
  extends RoomStanding, Pick<RoomRow, "id" | "slug" | "lastSeq" | "freshSlugSince"> {
  /** How often somebody's name or picture has changed. */
  readonly nameChanges: number;
}

export interface RoomQuestion {
  readonly reader: Reader;
  readonly slug: string;
}

/** An answer for each question, in their order; null where there is no such room. Prepared once per connection. */
export async function listRoomHeads(
  pool: Pool,
  questions: readonly RoomQuestion[],
): Promise<(RoomHead | null)[]> {
  const { rows } = await pool.query<RoomHead | { readonly id: null }>({
    name: "rooms.heads",
    text: `
      select r.id, r.slug, r.last_seq as "lastSeq", r.fresh_slug_since as "freshSlugSince", ${standingColumns},
        (select count from name_changes) as "nameChanges"
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
        with ordinality q (workspace_id, user_id, bound_room_id, slug, place)
      left join ${addressOf("q")} on true
      left join rooms r on r.id = a.room_id and r.id = coalesce(q.bound_room_id, r.id)
      left join ${standingOf("r.id", "q.user_id")} on true
      order by q.place`,
    values: [
      questions.map(({ reader }) => reader.workspaceId),
      questions.map(({ reader }) => reader.userId),
      questions.map(({ reader }) => reader.boundRoomId),
      // No room has an empty address.
      questions.map(({ slug }) => (isPossible(slug) ? slug : "")),
    ],
  });
  return rows.map((row) => (row.id === null ? null : row));
}

export async function findRoomBySlug(db: Db, reader: Reader, slug: string) {
  const [room] = await listRoomsBySlug(db, reader, [slug]);
  return room;
}

/** Address and workspace of a room, whoever may see it. */
export async function findRoomAddress(
  db: Db,
  roomId: RoomId,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId"> | undefined> {
  const { rows } = await sql<Pick<RoomRow, "id" | "slug" | "workspaceId">>`
    select id, slug, workspace_id as "workspaceId" from rooms where id = ${roomId}`.execute(db);
  return rows[0];
}

/** Takes the room's lock: it comes before any change of a room's things (ARCHITECTURE.md, Invariants). */
export async function findRoomForChange(
  tx: Tx,
  userId: UserId,
  roomId: RoomId,
): Promise<RoomRow | undefined> {
  // A statement of its own: what is read after the lock must be read with a snapshot taken after it.
  await sql`select 1 from rooms where id = ${roomId} for no key update`.execute(tx);
  const { rows } = await sql<RoomRow>`
    select ${roomColumns} from (select id from users where id = ${userId}) u
    join rooms r on r.id = ${roomId}
    cross join ${sql.raw(standingOf("r.id", "u.id"))}`.execute(tx);
  return rows[0];
}

/** The room with its lock held until the transaction ends, for nobody in particular; undefined where there is none. */
export async function lockRoom(
  tx: Tx,
  id: RoomId,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId"> | undefined> {
  const { rows } = await sql<Pick<RoomRow, "id" | "slug" | "workspaceId">>`
    select id, slug, workspace_id as "workspaceId" from rooms where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

export interface StandingRow extends RoomStanding {
  readonly roomId: RoomId;
  readonly userId: UserId;
}

/** The standing of each of these people in the room beside them; a room or person that is gone is left out. */
export async function listStandings(
  db: Db,
  pairs: readonly { readonly roomId: RoomId; readonly userId: UserId }[],
): Promise<StandingRow[]> {
  const roomIds = pairs.map(({ roomId }) => roomId);
  const userIds = pairs.map(({ userId }) => userId);
  const { rows } = await sql<StandingRow>`
    select i.room_id as "roomId", i.user_id as "userId", ${sql.raw(standingColumns)}
    from unnest(${roomIds}::uuid[], ${userIds}::uuid[]) i (room_id, user_id)
    cross join ${sql.raw(standingOf("i.room_id", "i.user_id"))}`.execute(db);
  return rows;
}

/** A room that may be one of many to be read together. */
export interface ReadingRow extends RoomStanding {
  readonly id: RoomId;
  readonly slug: string;
  readonly shownTitle: string;
  readonly roomType: RoomType;
}

/** The rooms of the workspace that a person is in; with `isOpen` the PUBLIC ones as well. The caller judges which may be read. */
export async function listReadingRows(
  db: Db,
  { workspaceId, userId, boundRoomId }: Reader,
  isOpen: boolean,
): Promise<ReadingRow[]> {
  const own = sql`r.id in (select room_id from participants where user_id = ${userId} and access_status = 'ACCEPTED')`;
  const { rows } = await sql<ReadingRow>`
    select r.id, r.slug, r.room_type as "roomType", ${sql.raw(shownTitle)} as "shownTitle", ${sql.raw(standingColumns)}
    from (select id from users where id = ${userId}) u
    join rooms r on r.workspace_id = ${workspaceId} and ${isOpen ? sql`(${own} or r.access_type = 'PUBLIC')` : own}
    cross join ${sql.raw(standingOf("r.id", "u.id"))}
    where ${boundRoomId}::uuid is null or r.id = ${boundRoomId}`.execute(db);
  return rows;
}

/** Does everybody come into the room who joins the workspace? */
export async function isCommon(
  db: Db,
  { id, workspaceId }: Pick<RoomRow, "id" | "workspaceId">,
): Promise<boolean> {
  const { rows } = await sql`
    select from common_rooms where workspace_id = ${workspaceId} and room_id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Last seq of each room, by primary key. */
export async function listHeads(db: Db, roomIds: readonly RoomId[]): Promise<Map<RoomId, number>> {
  const { rows } = await sql<{ id: RoomId; lastSeq: number }>`
    select id, last_seq as "lastSeq" from rooms where id = any (${[...roomIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.lastSeq]));
}

/** Waits for other transactions in which this person creates rooms, and keeps later ones waiting. */
export async function lockCreations(tx: Tx, userId: UserId): Promise<void> {
  // A statement of its own, as in findRoomForChange.
  await sql`select pg_advisory_xact_lock(hashtextextended('rooms.create', 0) # hashtextextended(${userId}, 0))`.execute(
    tx,
  );
}

/** Of channels and groups, with addresses that were asked for in vain. The number holds until the transaction ends. */
export async function countRoomsCreatedSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
  await lockCreations(tx, userId);
  const { rows } = await sql<{ count: number }>`
    select ((
      select count(*) from rooms where created_by = ${userId} and created_at > ${since} and room_type in ('channel', 'group')
    ) + (
      select count(*) from room_moves where user_id = ${userId} and at > ${since} and is_elsewhere
    ))::integer as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Counts one participant more or less; the caller holds the room's lock. Returns the new count. A group that somebody has left is no
 * more that of its people (rules-rooms 30).
 */
export async function updateMemberCount(tx: Tx, roomId: RoomId, change: 1 | -1): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    update rooms set member_count = member_count + ${change},
      people_key = case when room_type = 'group' and ${change < 0} then null else people_key end
    where id = ${roomId}
    returning member_count as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Nobody is left: the room is gone for everybody (rules-rooms 27). The caller holds the room's lock. */
export async function updateInactive(tx: Tx, roomId: RoomId): Promise<void> {
  await sql`update rooms set status = 'INACTIVE', ended_at = now(), people_key = null where id = ${roomId}`.execute(
    tx,
  );
}

/** All of a workspace, whoever may see them. */
export async function listRoomIds(db: Db, workspaceId: WorkspaceId): Promise<RoomId[]> {
  const { rows } = await sql<{ id: RoomId }>`
    select id from rooms where workspace_id = ${workspaceId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface RoomListing {
  readonly status: "ACTIVE" | "ARCHIVED" | "DELETED";
  /** DELETED ones are listed that the person deleted after this; none without it. */
  readonly restorableSince?: Date;
  readonly accessType?: RoomAccessType | undefined;
  /** Of the person. */
  readonly accessStatus?: ParticipantAccessStatus | undefined;
  /** A part of title or description. */
  readonly search?: string | undefined;
  /** These alone, and also ARCHIVED ones. */
  readonly ids?: readonly RoomId[] | undefined;
  readonly sortBy: (typeof roomSortKeys)[number];
  readonly sortOrder: (typeof sortOrders)[number];
  readonly page: number;
  readonly limit: number;
}

const sortColumns = {
  name: sql`lower(r.title)`,
  createdAt: sql`r.created_at`,
  lastActivityAt: sql`r.last_activity_at`,
  memberCount: sql`r.member_count`,
} as const satisfies Record<RoomListing["sortBy"], unknown>;

/** What of the channels that a member sees is asked for. */
function isListed(listing: RoomListing, userId: UserId) {
  const { status, restorableSince = null, accessType = null, accessStatus = null } = listing;
  const part = (listing.search ?? "").trim().toLowerCase();
  const isMeant = listing.ids
    ? sql`r.id = any (${[...listing.ids]}::uuid[]) and r.status in ('ACTIVE', 'ARCHIVED')`
    : sql`r.status = ${status}`;
  return sql`
    ${isMeant} and (${status} <> 'DELETED' or (r.deleted_by = ${userId} and r.ended_at > ${restorableSince}))
    and r.access_type = coalesce(${accessType}, r.access_type)
    and m.access_status = coalesce(${accessStatus}, m.access_status)
    and (${part} = '' or lower(r.title || ' ' || coalesce(r.description, '')) like ${containing(part)})`;
}

/** So many channels are counted for a page; the others are found all the same, page by page. */
const COUNTED_MAX = 1_000;

/**
 * Channels of one state that a member sees: PUBLIC and PROTECTED ones, and those that the person is in or invited to. Of more than
 * COUNTED_MAX the total says only that there are more than on the pages so far.
 */
export async function listVisibleChannels(
  db: Db,
  { workspaceId, userId, boundRoomId }: Reader,
  listing: RoomListing,
): Promise<{ rooms: RoomRow[]; total: number }> {
  const { page, limit } = listing;
  const order = listing.sortOrder === "asc" ? sql`asc` : sql`desc`;
  const offset = (page - 1) * limit;
  const visible = sql`
    from rooms r join room_membership m on m.room_id = r.id and m.user_id = ${userId}
    where r.workspace_id = ${workspaceId} and r.room_type = 'channel' and ${isListed(listing, userId)}
      and m.workspace_status = 'ACTIVE'
      and (m.access_status in ('ACCEPTED', 'INVITED') or (m.workspace_role <> 'GUEST' and m.access_type <> 'PRIVATE'))
      and (${boundRoomId}::uuid is null or r.id = ${boundRoomId})`;
  const { rows } = await sql<RoomRow>`
    select ${roomColumns} ${visible}
    order by ${sortColumns[listing.sortBy]} ${order}, r.id limit ${limit + 1} offset ${offset}`.execute(
    db,
  );
  const rooms = rows.slice(0, limit);
  const isLast = rows.length <= limit && (rows.length > 0 || page === 1);
  if (isLast) return { rooms, total: offset + rows.length };
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 ${visible} limit ${COUNTED_MAX}) counted`.execute(
    db,
  );
  // One more than the pages so far, where there is a next one.
  const known = rows.length > 0 ? offset + rows.length : 0;
  return { rooms, total: Math.max(counts[0]?.total ?? 0, known) };
}

/** Does the database answer? */
export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1`.execute(db);
  return rows.length === 1;
}

/** Pinned messages of a room. */
export async function countPins(db: Db, roomId: RoomId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message_pins where room_id = ${roomId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The names of those who own the room, who is in it longest first. */
export async function listOwnerNames(db: Db, roomId: RoomId, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.full_name as name from participants p join users u on u.id = p.user_id
    where p.room_id = ${roomId} and p.access_status = 'ACCEPTED' and p.access_level = 'OWNER'
    order by p.joined_at, u.id limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
