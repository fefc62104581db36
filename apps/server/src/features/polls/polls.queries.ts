import {
  POLL_VOTES_NAMED,
  type MessageId,
  type Replier,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

/** A poll that its transaction has locked. */
interface LockedPoll {
  readonly optionCount: number;
  readonly isMultiple: boolean;
  readonly isClosed: boolean;
  readonly closesAt: Date | null;
  readonly version: number;
  readonly tellAt: Date | null;
  readonly hasVotes: boolean;
}

/** Locks the poll of a message: others vote, close it and tell of it afterwards. Undefined where there is none. */
export async function lockPoll(
  tx: Tx,
  { roomId, id }: MessageKey,
): Promise<LockedPoll | undefined> {
  await sql`select from polls where room_id = ${roomId} and message_id = ${id} for no key update`.execute(
    tx,
  );
  // A statement of its own: it sees the votes that were committed before the lock was taken.
  const { rows } = await sql<LockedPoll>`
    select cardinality(p.options) as "optionCount", p.is_multiple as "isMultiple", p.is_closed as "isClosed", p.closes_at as "closesAt",
      p.version, p.tell_at as "tellAt",
      exists (select from poll_votes v where v.room_id = p.room_id and v.message_id = p.message_id) as "hasVotes"
    from polls p where p.room_id = ${roomId} and p.message_id = ${id}`.execute(tx);
  return rows[0];
}

/** The places of the options that a person has chosen in a poll. */
export async function listChosen(
  tx: Tx,
  { roomId, id }: MessageKey,
  userId: UserId,
): Promise<number[]> {
  const { rows } = await sql<{ option: number }>`
    select option from poll_votes
    where room_id = ${roomId} and message_id = ${id} and user_id = ${userId} order by option`.execute(
    tx,
  );
  return rows.map(({ option }) => option);
}

/**
 * Sets the vote of a person in a poll that the transaction has locked. The room is to be told of it then, and of all votes until then; that
 * is at least `restMs` after it was told last.
 */
export async function updateVote(
  tx: Tx,
  { roomId, id }: MessageKey,
  {
    userId,
    places,
    now,
    restMs,
  }: {
    readonly userId: UserId;
    readonly places: readonly number[];
    readonly now: Date;
    readonly restMs: number;
  },
): Promise<{ readonly version: number; readonly tellAt: Date }> {
  const { rows } = await sql<{ version: number; tellAt: Date }>`
    with poll as (
      update polls set version = version + 1,
        tell_at = coalesce(tell_at, greatest(${now}::timestamptz, told_at + make_interval(secs => ${restMs / 1000})))
      where room_id = ${roomId} and message_id = ${id}
      returning version, tell_at
    ), gone as (
      delete from poll_votes
      where room_id = ${roomId} and message_id = ${id} and user_id = ${userId} and option <> all (${[...places]}::smallint[])
    ), made as (
      insert into poll_votes (room_id, message_id, user_id, option, version)
      select ${roomId}, ${id}, ${userId}, o.option, p.version from poll p cross join unnest(${[...places]}::smallint[]) o (option)
      on conflict (room_id, message_id, user_id, option) do update set version = excluded.version
    )
    select version, tell_at as "tellAt" from poll`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("A locked poll is there");
  return row;
}

/** A poll of which something is due. */
export interface Due extends MessageKey {
  /** Of the message. */
  readonly authorId: UserId;
  readonly dueAt: Date;
}

const dueColumns = (at: string) =>
  sql.raw(
    `p.room_id as "roomId", p.message_id as id, m.author_id as "authorId", p.${at} as "dueAt"
    from polls p join messages m on m.room_id = p.room_id and m.id = p.message_id`,
  );

/** In the order of their times, behind this one; times have the milliseconds of a date. */
function behind(at: string, after: Due | undefined) {
  return after
    ? sql`(p.${sql.raw(at)}, p.message_id) > (${after.dueAt}, ${after.id}::uuid)`
    : sql`true`;
}

/** Polls with votes that the room was to be told of before this moment, the first ones behind one that was listed. */
export async function listUntold(
  db: Db,
  before: Date,
  after: Due | undefined,
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${dueColumns("tell_at")} where p.tell_at < ${before} and ${behind("tell_at", after)}
    order by p.tell_at, p.message_id limit ${limit}`.execute(db);
  return rows;
}

/** The same of one poll, whenever that is. */
export async function findUntold(db: Db, { roomId, id }: MessageKey): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select ${dueColumns("tell_at")} where p.room_id = ${roomId} and p.message_id = ${id} and p.tell_at is not null`.execute(
    db,
  );
  return rows[0];
}

/** Polls of active rooms whose time is over and that nobody has closed, the first ones behind one that was listed. */
export async function listClosing(
  db: Db,
  now: Date,
  after: Due | undefined,
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${dueColumns("closes_at")} join rooms r on r.id = p.room_id
    where not p.is_closed and p.closes_at <= ${now} and r.status = 'ACTIVE' and ${behind("closes_at", after)}
    order by p.closes_at, p.message_id limit ${limit}`.execute(db);
  return rows;
}

/** Notes that the room is told of all votes by its next event; false where nothing is due. The caller holds the room's lock. */
export async function updateTold(
  tx: Tx,
  { roomId, id }: MessageKey,
  now: Date,
  bit: number,
): Promise<boolean> {
  const { rows } = await sql`
    with told as (
      update polls set tell_at = null, told_at = ${now}
      where room_id = ${roomId} and message_id = ${id} and tell_at <= ${now}
      returning 1
    )
    select note_part(${roomId}, ${id}, ${bit}) from told`.execute(tx);
  return rows.length > 0;
}

/** Closes a poll by the next event of its room; false where it is closed. The caller holds the room's lock. */
export async function updateClosed(
  tx: Tx,
  { roomId, id }: MessageKey,
  now: Date,
  bit: number,
): Promise<boolean> {
  const { rows } = await sql`
    with closed as (
      update polls set is_closed = true, closes_at = least(closes_at, ${now}), version = version + 1, tell_at = null, told_at = ${now}
      where room_id = ${roomId} and message_id = ${id} and not is_closed
      returning 1
    )
    select note_part(${roomId}, ${id}, ${bit}) from closed`.execute(tx);
  return rows.length > 0;
}

/** With all votes; the caller holds the room's lock. */
export async function deletePoll(tx: Tx, { roomId, id }: MessageKey): Promise<void> {
  await sql`delete from polls where room_id = ${roomId} and message_id = ${id}`.execute(tx);
}

export interface PollRow {
  readonly messageId: MessageId;
  readonly options: readonly string[];
  readonly isMultiple: boolean;
  readonly isAnonymous: boolean;
  readonly closesAt: Date | null;
  readonly isClosed: boolean;
  readonly version: number;
  readonly voterCount: number;
  /** Of the options with votes, by place. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first POLL_VOTES_NAMED votes; none where it is anonymous. */
  readonly named: readonly (Replier & { readonly option: number })[];
}

/** The polls of these messages with their results. */
export async function listPolls(db: Db, keys: readonly MessageKey[]): Promise<PollRow[]> {
  const { rows } = await sql<PollRow>`
    select p.message_id as "messageId", p.options, p.is_multiple as "isMultiple", p.is_anonymous as "isAnonymous",
      p.closes_at as "closesAt", p.is_closed as "isClosed", p.version, c.voters as "voterCount", c.counts, n.named
    from ${toTable(keys)}
    join polls p on p.room_id = k.room_id and p.message_id = k.id
    cross join lateral (
      select coalesce(jsonb_object_agg(o.option, o.count), '{}') as counts,
        (select count(distinct v.user_id)::integer from poll_votes v where v.room_id = p.room_id and v.message_id = p.message_id) as voters
      from (
        select v.option, count(*) as count from poll_votes v
        where v.room_id = p.room_id and v.message_id = p.message_id group by v.option
      ) o
    ) c
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'option', f.option, 'userId', u.id, 'fullName', u.full_name, 'avatar_url', u.avatar_url
      ) order by f.version, f.option), '[]') as named
      from (
        select v.option, v.version, v.user_id from poll_votes v
        where not p.is_anonymous and v.room_id = p.room_id and v.message_id = p.message_id
        order by v.version, v.option limit ${POLL_VOTES_NAMED}
      ) f
      join users u on u.id = f.user_id
    ) n`.execute(db);
  return rows;
}

/** The votes of this person in the polls of these messages. */
export async function listOwnVotes(db: Db, userId: UserId, keys: readonly MessageKey[]) {
  const { rows } = await sql<{
    readonly messageId: MessageId;
    readonly places: readonly number[];
    readonly version: number;
  }>`
    select k.id as "messageId", array_agg(v.option order by v.option) as places, max(v.version) as version
    from ${toTable(keys)}
    join poll_votes v on v.room_id = k.room_id and v.message_id = k.id and v.user_id = ${userId}
    group by k.id`.execute(db);
  return rows;
}

function toTable(keys: readonly MessageKey[]) {
  return sql`unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)`;
}
