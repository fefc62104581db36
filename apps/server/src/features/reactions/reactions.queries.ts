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
  const isNamed = sql`r.place <= ${REACTION_NAMES_MAX}`;
  const { rows } = await sql<{
    readonly messageId: MessageId;
    readonly emoji: string;
    readonly count: number;
    readonly users: UserId[];
    readonly userNames: string[];
    readonly timestamp: Date;
  }>`
    select r.message_id as "messageId", r.emoji, count(*)::integer as count, min(r.created_at) as timestamp,
      coalesce(array_agg(r.user_id order by r.seq) filter (where ${isNamed}), '{}') as users,
      coalesce(array_agg(u.full_name order by r.seq) filter (where ${isNamed}), '{}') as "userNames"
    from (
      select m.*, row_number() over (partition by m.room_id, m.message_id order by m.seq) as place
      from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
      join message_reactions m on m.room_id = k.room_id and m.message_id = k.id
    ) r
    join users u on u.id = r.user_id
    group by r.room_id, r.message_id, r.emoji`.execute(db);
  return rows;
}
