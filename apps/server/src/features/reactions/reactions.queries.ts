import { REACTION_NAMES_MAX, type MessageId, type RoomId, type UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

type ReactionKey = MessageKey & { readonly userId: UserId; readonly emoji: string };

/** What is on a message, and what of it is this person's; the caller holds the room's lock. */
export async function countReactions(tx: Tx, { roomId, id, userId, emoji }: ReactionKey) {
  const { rows } = await sql<{ isOwn: boolean; isThere: boolean; own: number; distinct: number }>`
    select coalesce(bool_or(user_id = ${userId} and emoji = ${emoji}), false) as "isOwn",
      coalesce(bool_or(emoji = ${emoji}), false) as "isThere",
      count(*) filter (where user_id = ${userId})::integer as own, count(distinct emoji)::integer as distinct
    from message_reactions where room_id = ${roomId} and message_id = ${id}`.execute(tx);
  return rows[0] ?? { isOwn: false, isThere: false, own: 0, distinct: 0 };
}

export async function insertReaction(tx: Tx, key: ReactionKey, seq: number): Promise<void> {
  const { roomId, id, userId, emoji } = key;
  await sql`
    insert into message_reactions (room_id, message_id, user_id, emoji, seq)
    values (${roomId}, ${id}, ${userId}, ${emoji}, ${seq})`.execute(tx);
}

/** All of a message, or that of one person with one emoji. */
export async function deleteReactions(
  tx: Tx,
  key: MessageKey & Partial<ReactionKey>,
): Promise<void> {
  const { roomId, id, userId = null, emoji = null } = key;
  await sql`
    delete from message_reactions where room_id = ${roomId} and message_id = ${id}
      and user_id = coalesce(${userId}, user_id) and emoji = coalesce(${emoji}, emoji)`.execute(tx);
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
