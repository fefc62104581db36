import type { JoinMethod, ParticipantAccessStatus, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { readPage, type Portion } from "#server/platform/db/read-page.ts";
import { containing } from "#server/platform/db/like.ts";
import type { ParticipantRow } from "./participants.queries.ts";
import type { Place } from "./places.queries.ts";

/** Somebody's place together with what the others see of them. */
export interface PlaceRow extends ParticipantRow {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly joinMethod: JoinMethod;
  readonly joinedAt: Date;
}

const columns = sql`
  p.user_id as "userId", u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl",
  p.access_level as "accessLevel", p.access_status as "accessStatus", p.join_method as "joinMethod",
  p.joined_at as "joinedAt", u.role = 'GUEST' as "isGuest"`;

export interface PeopleOfRoom {
  readonly roomId: RoomId;
  readonly status: ParticipantAccessStatus;
  /** A part of name or username; empty for everybody. */
  readonly part: string;
  /** How many they are, where the room knows it. */
  readonly known?: number;
  /** Only those who share another room of the workspace with this person, and this person. */
  readonly knownTo?: UserId | undefined;
}

/** So many are found and sorted faster than they are met on a walk through all names. */
const FEW = 1_000;
/** From there on the people of a room are looked up in a table made of them, not one by one. */
const FAR = 2_000;
const byName = sql`lower(u.full_name), u.id`;
const byNameBackwards = sql`lower(u.full_name) desc, u.id desc`;

/** The way to a page past the middle is shorter from the end, where it is known how many they are. */
function fromNearerEnd({ limit, offset }: Portion, known: number | undefined) {
  if (known === undefined || offset <= known / 2) return { order: byName, limit, offset };
  const after = Math.max(0, known - offset);
  const taken = Math.min(limit, after);
  return { order: byNameBackwards, limit: taken, offset: after - taken };
}

/** People of the rooms that somebody is in, but for those that everybody comes into; and that person. */
function acquaintances(userId: UserId, roomId: RoomId) {
  return sql`
    select ${userId}::uuid union
    select other.user_id from rooms here
    join rooms r on r.workspace_id = here.workspace_id and r.status in ('ACTIVE', 'ARCHIVED')
    join participants own on own.room_id = r.id and own.user_id = ${userId} and own.access_status = 'ACCEPTED'
    join participants other on other.room_id = r.id and other.access_status = 'ACCEPTED'
    where here.id = ${roomId}
      and not exists (select from common_rooms c where c.workspace_id = r.workspace_id and c.room_id = r.id)`;
}

function isMeant(people: PeopleOfRoom, offset: number) {
  const { roomId, knownTo } = people;
  if (knownTo === undefined) return isListed(people, offset);
  return sql`${isListed(people, offset)} and u.id in (${acquaintances(knownTo, roomId)})`;
}

function isListed({ roomId, status, part, known = 0 }: PeopleOfRoom, offset: number) {
  const ids = sql`select user_id from participants where room_id = ${roomId} and access_status = ${status}`;
  const pattern = containing(part.toLowerCase());
  if (part !== "")
    return sql`u.id in (${ids}) and (lower(u.full_name) || ' ' || u.username) like ${pattern}`;
  if (known <= FEW) return sql`u.id = any (array(${ids}))`;
  // A condition that is no join, so that names are met in the order of their index; it reads nobody's row.
  if (offset > FAR) return sql`(u.id in (${ids})) is true`;
  return sql`exists (select from participants where room_id = ${roomId} and user_id = u.id and access_status = ${status})`;
}

/** One page in the order of the names, and how many there are on all pages. */
export function listPlaces(
  db: Db,
  people: PeopleOfRoom,
  listing: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: PlaceRow[]; readonly total: number }> {
  const { roomId, known } = people;
  const total = known === undefined ? sql`count(*) over ()` : sql`${known}`;
  return readPage(listing, (portion) => {
    const { order, limit, offset } = fromNearerEnd(portion, known);
    return sql<PlaceRow & { total: number }>`
      select ${columns}, page.total from (
        select u.id, ${total}::int as total from users u
        where ${isMeant(people, offset)} order by ${order} limit ${limit} offset ${offset}
      ) page join users u on u.id = page.id
      join participants p on p.room_id = ${roomId} and p.user_id = u.id
      order by ${byName}`.execute(db);
  });
}

/** Which of these people are in which of these rooms. */
export async function listPlacesOf(
  db: Db,
  roomIds: readonly RoomId[],
  userIds: readonly UserId[],
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select room_id as "roomId", user_id as "userId" from participants
    where room_id = any (${[...roomIds]}::uuid[]) and user_id = any (${[...userIds]}::uuid[])
      and access_status = 'ACCEPTED'`.execute(db);
  return rows;
}

/** Somebody's place, whatever it is; undefined for who never had to do with the room. */
export async function findPlace(db: Db, { roomId, userId }: Place): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select ${columns} from participants p join users u on u.id = p.user_id
    where p.room_id = ${roomId} and p.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** OWNERs and ADMINs of a room: they decide who comes in. */
export async function listLeaders(db: Db, roomId: RoomId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from participants
    where room_id = ${roomId} and access_status = 'ACCEPTED' and access_level in ('OWNER', 'ADMIN')
    order by user_id`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Somebody in the room looked at it. */
export async function updateLastSeen(
  db: Db,
  { roomId, userId }: Place,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    update participants set last_seen_at = ${now}
    where room_id = ${roomId} and user_id = ${userId} and access_status = 'ACCEPTED'
    returning last_seen_at as at`.execute(db);
  return rows[0]?.at;
}
