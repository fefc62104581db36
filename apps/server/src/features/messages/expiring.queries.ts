import type { MessageId, RoomId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** The last seq of a room up to which all messages were written before a moment; 0 where there is none. */
export async function findEndBefore(db: Db, roomId: RoomId, before: Date): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce((
      select m.seq - 1 from messages m
      where m.room_id = r.id and m.created_at >= ${before} order by m.seq limit 1
    ), (
      select m.seq from messages m where m.room_id = r.id order by m.seq desc limit 1
    ), 0) as seq
    from rooms r where r.id = ${roomId}`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** A beginning of a room's messages: up to this seq they were written before this moment. */
export interface Beginning {
  readonly roomId: RoomId;
  readonly upToSeq: number;
  readonly before: Date;
}

/** A message of it that stays: pinned, or the root of a thread that goes on. */
export interface KeptRow {
  readonly id: MessageId;
  readonly isPinned: boolean;
  readonly isDeleted: boolean;
}

/** Messages of a beginning that stay. A thread goes on with a reply behind the beginning, or with a pinned one. */
export async function listKept(tx: Tx, { roomId, upToSeq, before }: Beginning): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    with pinned as (
      select m.id, m.thread_id from message_pins k join messages m on m.room_id = k.room_id and m.id = k.message_id
      where k.room_id = ${roomId}
    ), kept as (
      select id, true as is_pinned from pinned
      union all
      select thread_id, false from pinned where thread_id is not null
      union all
      select root_id, false from threads where room_id = ${roomId} and last_reply_at >= ${before}
    )
    select m.id, bool_or(k.is_pinned) as "isPinned", m.is_deleted as "isDeleted"
    from kept k join messages m on m.room_id = ${roomId} and m.id = k.id
    where m.seq <= ${upToSeq}
    group by m.id, m.is_deleted order by m.id`.execute(tx);
  return rows;
}

export interface Gone {
  readonly count: number;
  /** The highest number among them; null where none has one. */
  readonly msgNo: number | null;
  /** Threads that have lost replies, with the highest number of these. */
  readonly replies: readonly { readonly rootId: MessageId; readonly replyNo: number }[];
}

/**
 * Deletes the last messages of a beginning but for those that stay, with all that hangs on them, so that no reply is without its root. At
 * most so many; the caller holds the room's lock.
 */
export async function deleteBeginning(
  tx: Tx,
  { roomId, upToSeq }: Beginning,
  { keptIds, limit }: { readonly keptIds: readonly MessageId[]; readonly limit: number },
): Promise<Gone> {
  const { rows } = await sql<Gone>`
    with gone as (
      delete from messages m where m.room_id = ${roomId} and m.seq in (
        select seq from messages
        where room_id = ${roomId} and seq <= ${upToSeq} and id <> all (${[...keptIds]}::uuid[])
        order by seq desc limit ${limit}
      )
      returning m.id, m.msg_no, m.thread_id, m.reply_no
    ), forgotten as (
      select forget_reported(${roomId}, array_agg(id)) from gone
    )
    select count(*)::integer as count, max(msg_no) as "msgNo", coalesce((
      select json_agg(json_build_object('rootId', thread_id, 'replyNo', reply_no)) from (
        select thread_id, max(reply_no) as reply_no from gone where thread_id is not null group by thread_id
      ) threads
    ), '[]') as replies, (select count(*) from forgotten) as "forgotten" from gone`.execute(tx);
  const [gone] = rows;
  if (!gone) throw new Error("A count has one row");
  return gone;
}
