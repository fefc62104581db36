import {
  REACTION_NAMES_MAX,
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  type MessageId,
  type RoomId,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

type ReactionKey = MessageKey & { readonly userId: UserId; readonly emoji: string };

/** Reactions of a message, and those of one person. */
export interface ReactionCounts {
  readonly isOwn: boolean;
  readonly isThere: boolean;
  readonly own: number;
  readonly distinct: number;
}

/** What the limits of one more are judged by (rules-messages 24). */
export async function countReactions(
  tx: Tx,
  { roomId, id, userId, emoji }: ReactionKey,
): Promise<ReactionCounts> {
  const { rows } = await sql<ReactionCounts>`
    select coalesce(bool_or(user_id = ${userId} and emoji = ${emoji}), false) as "isOwn",
      coalesce(bool_or(emoji = ${emoji}), false) as "isThere",
      count(*) filter (where user_id = ${userId})::integer as own, count(distinct emoji)::integer as "distinct"
    from message_reactions where room_id = ${roomId} and message_id = ${id}`.execute(tx);
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

interface ReactionEntry {
  readonly emoji: string;
  readonly count: number;
  readonly users: UserId[];
  readonly userNames: string[];
  readonly timestamp: Date;
}

/** An entry for each emoji of these messages; of a message the first REACTION_NAMES_MAX people are named. */
export async function listReactions(db: Db, keys: readonly MessageKey[]) {
  const { rows } = await sql<ReactionEntry & { readonly messageId: MessageId }>`
    select message_id as "messageId", emoji, count, since as timestamp, user_ids as users, user_names as "userNames"
    from reaction_entries(
      ${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[], ${REACTION_NAMES_MAX}
    )`.execute(db);
  return rows;
}

/** A reaction that was written or taken back, as the log has it, with all of its message. */
export interface WrittenReaction {
  readonly roomId: RoomId;
  readonly seq: number;
  /** Of the room, at the moment of writing. */
  readonly slug: string;
  readonly fullName: string;
  readonly entries: readonly ReactionEntry[];
}

/** A reaction as its person asks for it. */
export interface AskedReaction {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  /** Of a session that is bound to one room. */
  readonly boundRoomId: RoomId | null;
  readonly id: MessageId;
  readonly userId: UserId;
  readonly emoji: string;
  readonly isAdding: boolean;
}

/**
 * Writes reactions or takes them back in a statement and a transaction of their own, with their events, where each person plainly may.
 * Answers each in its order: null where nothing was written, whatever the reason, and `busy` where somebody else has locked the room. The
 * events are to be published.
 */
export async function writeReactions(
  db: Db,
  asked: readonly AskedReaction[],
  bit: number,
): Promise<(WrittenReaction | "busy" | null)[]> {
  type Entry = Omit<ReactionEntry, "timestamp"> & { readonly timestampMs: number };
  type Written = Omit<WrittenReaction, "entries"> & {
    readonly place: number;
    readonly entries: readonly Entry[];
  };
  const { rows } = await sql<{ written: readonly Written[]; busy: readonly number[] }>`
    select w.answer -> 'written' as written, w.answer -> 'busy' as busy
    from write_reactions(
      ${asked.map(({ workspaceId }) => workspaceId)}::uuid[], ${asked.map(({ slug }) => slug)}::text[],
      ${asked.map(({ boundRoomId }) => boundRoomId)}::uuid[], ${asked.map(({ userId }) => userId)}::uuid[],
      ${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ emoji }) => emoji)}::text[],
      ${asked.map(({ isAdding }) => isAdding)}::boolean[], ${bit},
      ${REACTIONS_PER_PERSON_MAX}, ${REACTIONS_DISTINCT_MAX}, ${REACTION_NAMES_MAX}
    ) w (answer)`.execute(db);
  const answers = new Map<number, WrittenReaction | "busy">();
  for (const { place, entries, ...written } of rows[0]?.written ?? [])
    answers.set(place, { ...written, entries: entries.map(toEntry) });
  for (const place of rows[0]?.busy ?? []) answers.set(place, "busy");
  return asked.map((_, at) => answers.get(at + 1) ?? null);

  function toEntry({ timestampMs, ...entry }: Entry): ReactionEntry {
    return { ...entry, timestamp: new Date(timestampMs) };
  }
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
