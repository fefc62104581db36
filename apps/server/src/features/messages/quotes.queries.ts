import {
  QUOTE_MAX_CHARS,
  type Forward,
  type MessageId,
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
}

/** As much of these messages as a quote shows; lines of the server and messages that are not there are missing. */
export async function listQuoted(
  db: Db,
  keys: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<QuotedRow[]> {
  const { rows } = await sql<QuotedRow>`
    select m.id as "messageId", m.author_id as "authorId", u.full_name as "authorName",
      m.created_at as "createdAt", greatest(m.state_seq, m.seq) as "stateSeq", left(coalesce(m.metadata ->> 'plainText', m.content), ${QUOTE_MAX_CHARS}) as text,
      m.is_deleted as "isDeleted"
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
    join messages m on m.room_id = k.room_id and m.id = k.id and m.type <> 'system'
    join users u on u.id = m.author_id`.execute(db);
  return rows;
}

/** The people of a room who may read it now. */
export async function listAudience(
  db: Db,
  roomId: RoomId,
): Promise<{ readonly userId: UserId; readonly isGuest: boolean }[]> {
  const { rows } = await sql<{ userId: UserId; isGuest: boolean }>`
    select p.user_id as "userId", m.workspace_role = 'GUEST' as "isGuest"
    from participants p
    cross join lateral (
      select * from room_membership where room_id = p.room_id and user_id = p.user_id offset 0
    ) m
    where p.room_id = ${roomId} and p.access_status = 'ACCEPTED' and m.workspace_status = 'ACTIVE'`.execute(
    db,
  );
  return rows;
}

interface Origin {
  readonly authorId: UserId;
  readonly roomId: RoomId;
}

/** Authors and rooms of forwarded messages as they are called now; a room that not every member sees is null. */
export async function listOrigins(
  db: Db,
  origins: readonly Origin[],
): Promise<(Origin & Forward)[]> {
  const { rows } = await sql<Origin & Forward>`
    select k.author_id as "authorId", k.room_id as "roomId", u.full_name as "authorName", u.avatar_url as "authorAvatar",
      case when r.id is not null then json_build_object('sessionRoomSlug', r.slug, 'roomName', r.title) end as room
    from (
      select distinct * from unnest(
        ${origins.map(({ authorId }) => authorId)}::uuid[], ${origins.map(({ roomId }) => roomId)}::uuid[]
      ) o (author_id, room_id)
    ) k
    join users u on u.id = k.author_id
    left join rooms r on r.id = k.room_id and r.room_type = 'channel' and r.access_type <> 'PRIVATE'
      and r.status in ('ACTIVE', 'ARCHIVED')`.execute(db);
  return rows;
}
