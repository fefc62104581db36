import {
  QUOTE_MAX_CHARS,
  type Forward,
  type MessageId,
  type RemovedBy,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

interface QuotedRow {
  readonly messageId: MessageId;
  readonly authorId: UserId;
  readonly authorName: string;
  readonly createdAt: Date;
  readonly stateSeq: number;
  readonly text: string;
  readonly isDeleted: boolean;
  readonly removedBy: RemovedBy | null;
}

/** As much of these messages as a quote shows; lines of the server and messages that are not there are missing. */
export async function listQuoted(
  db: Db,
  keys: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<QuotedRow[]> {
  const { rows } = await sql<QuotedRow>`
    select m.id as "messageId", m.author_id as "authorId", u.full_name as "authorName",
      m.created_at as "createdAt", greatest(m.state_seq, m.seq) as "stateSeq", left(coalesce(m.metadata ->> 'plainText', m.content), ${QUOTE_MAX_CHARS}) as text,
      m.is_deleted as "isDeleted", m.removed_by as "removedBy"
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
    join messages m on m.room_id = k.room_id and m.id = k.id and m.type <> 'system'
    join users u on u.id = m.author_id`.execute(db);
  return rows;
}

/** As `mayReadRoom` judges a row of room_membership whose room exists. */
const mayRead = (row: string) =>
  sql.raw(`(${row}.workspace_status = 'ACTIVE' and (${row}.access_level is not null
    or ${row}.workspace_role <> 'GUEST' and ${row}.access_type = 'PUBLIC' and not ${row}.is_banned and not ${row}.is_outside_domain))`);

/**
 * How many people may read the one room and not the other, and how many of them are guests; looks for no more than `limit` people. Views are
 * asked about those alone of whom the tables do not say that they read both.
 */
export async function countNewReaders(
  db: Db,
  rooms: { readonly targetId: RoomId; readonly sourceId: RoomId },
  limit: number,
): Promise<{ readonly newReaders: number; readonly guests: number }> {
  const { rows } = await sql<{ newReaders: number; guests: number }>`
    with target as (
      select r.id, r.workspace_id, w.kind, r.access_type = 'PUBLIC' as is_open
      from rooms r join workspaces w on w.id = r.workspace_id where r.id = ${rooms.targetId}
    ), source as (
      select id, access_type = 'PUBLIC' and organization_domain is null as is_open from rooms where id = ${rooms.sourceId}
    ), people as (
      select p.user_id from target t join participants p on p.room_id = t.id and p.access_status = 'ACCEPTED'
      union
      select m.user_id from target t join workspace_members m on m.workspace_id = t.workspace_id where t.is_open
      union
      select u.id from target t cross join users u where t.is_open and t.kind = 'personal'
    ), asked as materialized (
      select u.id as user_id
      from people a join users u on u.id = a.user_id cross join target t cross join source s
      left join participants p on p.room_id = s.id and p.user_id = u.id
      left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = u.id
      where p.access_status is distinct from 'ACCEPTED'
        and (not s.is_open or p.is_banned or u.role = 'GUEST' or m.role = 'GUEST')
    )
    select count(*)::integer as "newReaders", count(*) filter (where "isGuest")::integer as guests from (
      select r.workspace_role = 'GUEST' as "isGuest"
      from asked a
      cross join lateral (
        select * from room_membership where room_id = ${rooms.targetId} and user_id = a.user_id offset 0
      ) r
      cross join lateral (
        select * from room_membership where room_id = ${rooms.sourceId} and user_id = a.user_id offset 0
      ) o
      where ${mayRead("r")} and not ${mayRead("o")}
      limit ${limit}
    ) outside`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A count has one row");
  return row;
}

/** Authors of forwarded messages as they are called now. */
export async function listForwardedAuthors(
  db: Db,
  authorIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, Forward>> {
  const { rows } = await sql<Forward & { id: UserId }>`
    select id, full_name as "authorName", avatar_url as "authorAvatar"
    from users where id = any (${[...authorIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...author }) => [id, author]));
}
