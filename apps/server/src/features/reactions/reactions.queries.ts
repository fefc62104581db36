import {
  REACTION_NAMES_MAX,
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  type MessageId,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

type ReactionKey = MessageKey & { readonly userId: UserId; readonly emoji: string };

/** Reactions of a message before a change, and those of the person who makes it. */
export interface ReactionCounts {
  readonly isOwn: boolean;
  readonly isThere: boolean;
  readonly own: number;
  readonly distinct: number;
}

interface WrittenReaction extends ReactionCounts {
  /** Of the event that tells of it, the next one of the room; null where nothing was written. */
  readonly stateSeq: number | null;
}

/**
 * Adds a reaction where it is new and within the limits (rules-messages 24), and notes the part on the message; the caller holds the
 * room's lock, and the next event of the room tells of it.
 */
export function insertReaction(tx: Tx, key: ReactionKey, bit: number): Promise<WrittenReaction> {
  const { roomId, id, userId, emoji } = key;
  const statement = sql`
    insert into message_reactions (room_id, message_id, user_id, emoji, seq)
    select r.id, ${id}, ${userId}, ${emoji}, r.last_seq + 1 from counted c, rooms r
    where r.id = ${roomId} and not c.is_own and c.own < ${REACTIONS_PER_PERSON_MAX}
      and (c.is_there or c.distinct_emoji < ${REACTIONS_DISTINCT_MAX})`;
  return write(tx, key, bit, statement);
}

/** Takes a reaction back where it is there; otherwise as insertReaction. */
export function deleteReaction(tx: Tx, key: ReactionKey, bit: number): Promise<WrittenReaction> {
  const { roomId, id, userId, emoji } = key;
  const statement = sql`
    delete from message_reactions
    where room_id = ${roomId} and message_id = ${id} and user_id = ${userId} and emoji = ${emoji}`;
  return write(tx, key, bit, statement);
}

async function write(
  tx: Tx,
  { roomId, id, userId, emoji }: ReactionKey,
  bit: number,
  statement: RawBuilder<unknown>,
): Promise<WrittenReaction> {
  const { rows } = await sql<WrittenReaction>`
    with counted as materialized (
      select coalesce(bool_or(user_id = ${userId} and emoji = ${emoji}), false) as is_own,
        coalesce(bool_or(emoji = ${emoji}), false) as is_there,
        count(*) filter (where user_id = ${userId})::integer as own, count(distinct emoji)::integer as distinct_emoji
      from message_reactions where room_id = ${roomId} and message_id = ${id}
    ), written as (${statement} returning 1)
    select is_own as "isOwn", is_there as "isThere", own, distinct_emoji as "distinct",
      (select note_part(${roomId}, ${id}, ${bit}) from written) as "stateSeq"
    from counted`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("A count has a row");
  return row;
}

/** All of a message; the caller holds the room's lock. */
export async function deleteReactions(tx: Tx, { roomId, id }: MessageKey): Promise<void> {
  await sql`delete from message_reactions where room_id = ${roomId} and message_id = ${id}`.execute(
    tx,
  );
}

/** An entry for each emoji of these messages; of a message the first REACTION_NAMES_MAX people are named. */
export async function listReactions(db: Db, keys: readonly MessageKey[]) {
  const { rows } = await sql<{
    readonly messageId: MessageId;
    readonly emoji: string;
    readonly count: number;
    readonly users: UserId[];
    readonly userNames: string[];
    readonly timestamp: Date;
  }>`
    with entries as materialized (
      select r.message_id, r.emoji, count(*)::integer as count, min(r.created_at) as timestamp from ${toTable(keys)}
      join message_reactions r on r.room_id = k.room_id and r.message_id = k.id
      group by r.message_id, r.emoji
    ), named as materialized (
      select f.message_id, f.emoji, array_agg(u.id order by f.seq) as ids, array_agg(u.full_name order by f.seq) as names
      from ${toTable(keys)}
      cross join lateral (
        select * from message_reactions r where r.room_id = k.room_id and r.message_id = k.id
        order by r.seq limit ${REACTION_NAMES_MAX}
      ) f
      join users u on u.id = f.user_id
      group by f.message_id, f.emoji
    )
    select e.message_id as "messageId", e.emoji, e.count, e.timestamp, coalesce(n.ids, '{}') as users,
      coalesce(n.names, '{}') as "userNames"
    from entries e left join named n on n.message_id = e.message_id and n.emoji = e.emoji`.execute(
    db,
  );
  return rows;
}

/** What this person put on these messages. */
export async function listOwnReactions(db: Db, userId: UserId, keys: readonly MessageKey[]) {
  const { rows } = await sql<{ readonly messageId: MessageId; readonly emoji: string[] }>`
    select k.id as "messageId", array_agg(r.emoji order by r.seq) as emoji from ${toTable(keys)}
    join message_reactions r on r.room_id = k.room_id and r.message_id = k.id and r.user_id = ${userId}
    group by k.id`.execute(db);
  return rows;
}

function toTable(keys: readonly MessageKey[]) {
  return sql`unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)`;
}
