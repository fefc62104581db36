import type { JoinMethod, ParticipantAccessStatus, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import type { ParticipantRow } from "./participants.queries.ts";

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
  p.joined_at as "joinedAt"`;

export interface PeopleOfRoom {
  readonly roomId: RoomId;
  readonly status: ParticipantAccessStatus;
  /** A part of name or username; empty for everybody. */
  readonly part: string;
}

function idsOf({ roomId, status, part }: PeopleOfRoom) {
  const ids = sql`select user_id from participants where room_id = ${roomId} and access_status = ${status}`;
  if (part === "") return ids;
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql`
    ${ids} and user_id in (select id from users where (lower(full_name) || ' ' || username) like ${pattern})`;
}

export async function countPlaces(db: Db, people: PeopleOfRoom): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${idsOf(people)}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** So many are found and sorted faster than they are met on a walk through all names. */
const FEW = 1_000;

/** One page in the order of the names, of so many in all. */
export async function listPlaces(
  db: Db,
  people: PeopleOfRoom,
  { page, limit }: { readonly page: number; readonly limit: number },
  total: number,
): Promise<PlaceRow[]> {
  const isMeant =
    total > FEW && people.part === "" ? sql`true` : sql`u.id = any (array(${idsOf(people)}))`;
  const { rows } = await sql<PlaceRow>`
    select ${columns} from users u
    join participants p on p.room_id = ${people.roomId} and p.user_id = u.id and p.access_status = ${people.status}
    where ${isMeant}
    order by lower(u.full_name), u.id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

/** Somebody's place, whatever it is; undefined for who never had to do with the room. */
export async function findPlace(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
): Promise<PlaceRow | undefined> {
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
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    update participants set last_seen_at = ${now}
    where room_id = ${roomId} and user_id = ${userId} and access_status = 'ACCEPTED'
    returning last_seen_at as at`.execute(db);
  return rows[0]?.at;
}
