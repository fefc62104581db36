import type { RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Days of one time zone, today the last of them. */
export interface Span {
  readonly timeZone: string;
  /** 2026-11-26 */
  readonly firstDay: string;
  /** When it begins. */
  readonly since: Date;
}

/** The last days in this zone, without one in that of the person's preferences, else UTC; an unknown zone is an error of the database. */
export async function findSpan(
  db: Db,
  userId: UserId,
  days: number,
  timeZone: string | undefined,
): Promise<Span | undefined> {
  const { rows } = await sql<Span>`
    select z.name as "timeZone", to_char(d.first, 'YYYY-MM-DD') as "firstDay", d.first::timestamp at time zone z.name as since
    from users u
    cross join lateral (select coalesce(${timeZone ?? null}, u.preferences ->> 'timezone', 'UTC') as name) z
    cross join lateral (select (now() at time zone z.name)::date - ${days - 1}::integer as first) d
    where u.id = ${userId}`.execute(db);
  return rows[0];
}

export interface MessageCounts {
  readonly total: number;
  readonly reactions: number;
  readonly files: number;
  /** Without the days on which nothing was written. */
  readonly perDay: readonly { readonly date: string; readonly count: number }[];
  /** The author of the most messages first. */
  readonly authors: readonly { readonly authorId: UserId; readonly count: number }[];
}

/** Of the numbered messages of a room from a place in its log on; reads each of them once. */
export async function countMessages(
  db: Db,
  roomId: RoomId,
  from: Span & { readonly seq: number; readonly authors: number },
): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    with counted as (
      select (m.created_at at time zone ${from.timeZone})::date as day, m.author_id, count(*) as count,
        sum(case when m.parts = 0 then 0 else (
          select count(*) from message_reactions x where x.room_id = m.room_id and x.message_id = m.id
        ) end) as reactions,
        count(*) filter (where m.type in ('image', 'file', 'voice')) as files
      from messages m
      where m.room_id = ${roomId} and m.seq >= ${from.seq} and m.created_at >= ${from.since}::timestamptz
        and m.msg_no is not null and not m.is_deleted
      group by 1, 2
    ), per_day as (
      select to_char(day, 'YYYY-MM-DD') as date, sum(count) as count from counted group by day
    ), authors as (
      select author_id as "authorId", sum(count) as count from counted
      group by author_id order by 2 desc, 1 limit ${from.authors}
    )
    select coalesce(sum(count), 0)::integer as total, coalesce(sum(reactions), 0)::integer as reactions,
      coalesce(sum(files), 0)::integer as files,
      coalesce((select json_agg(d) from per_day d), '[]') as "perDay",
      coalesce((select json_agg(a order by a.count desc, a."authorId") from authors a), '[]') as authors
    from counted`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("A count without a group has one row");
  return counts;
}

export interface NamedAuthor {
  readonly authorId: UserId;
  readonly authorName: string;
  readonly authorAvatar: string | null;
}

export async function listNames(db: Db, ids: readonly UserId[]): Promise<NamedAuthor[]> {
  const { rows } = await sql<NamedAuthor>`
    select id as "authorId", full_name as "authorName", avatar_url as "authorAvatar"
    from users where id = any (${ids}::uuid[])`.execute(db);
  return rows;
}
