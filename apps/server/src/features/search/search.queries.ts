import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { containing } from "#server/platform/db/like.ts";
import { uuidList } from "#server/platform/db/uuid-list.ts";
import { toTrigrams } from "./search.rules.ts";

/* The search table from its readers' side. */

/** A folded term: the part of the lines that it is found by, and the authors of whose names it is a part. */
interface TermMatch {
  readonly part: string;
  readonly authorIds: readonly UserId[];
  readonly isExcluded: boolean;
}

/** Messages that stand in a list of their own. */
export type Listed = "pinned" | "saved" | "mentions";

/** A search, with everything found that its words and filters name. */
export interface SearchPlan {
  readonly userId: UserId;
  readonly roomIds: readonly RoomId[];
  readonly terms: readonly TermMatch[];
  /** The author is one of each of these lists, or none of it. */
  readonly authors: readonly { readonly ids: readonly UserId[]; readonly isExcluded: boolean }[];
  /** The message is of this time, from and to before, or not. */
  readonly times: readonly {
    readonly from: Date | null;
    readonly to: Date | null;
    readonly isExcluded: boolean;
  }[];
  /** Bits of marks that a message has, all of them, and has not, none of them. */
  readonly hasBits: number;
  readonly hasNotBits: number;
  readonly lists: readonly { readonly list: Listed; readonly isExcluded: boolean }[];
  readonly hiddenAuthorIds: readonly UserId[];
  /** Of one room: messages in blocks that begin before this place of its log. */
  readonly beforeSeq?: number | undefined;
}

/** A row of the table, in the order in which rows are read: the one with the newest message first. */
export interface BlockKey {
  readonly roomId: RoomId;
  readonly firstSeq: number;
  /** Of its newest message, in microseconds of the epoch. */
  readonly lastAt: number;
}

export interface Hit {
  readonly roomId: RoomId;
  readonly id: MessageId;
  /** In microseconds of the epoch. */
  readonly at: number;
}

/** In all the digits that PostgreSQL has, whatever the zone of the connection. */
const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint`);

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Does a text have the part in it, as no index knows it? A third of what `like` takes where the part is long. */
const has = (text: string, part: string) => sql`strpos(${sql.raw(text)}, ${part}) > 0`;

/** The same for an index. */
const isLike = (text: string, part: string) => sql`${sql.raw(text)} like ${containing(part)}`;

/** Do all the trigrams of the part stand in the text? The index names a row that has them. */
const hasTrigrams = (text: string, part: string) =>
  all(toTrigrams(part).map((trigram) => has(text, trigram)));

/** The conditions of a row that may have a message to be found. */
function blockConditions(
  plan: SearchPlan,
  inLines: typeof has,
  lines = "b.lines",
): RawBuilder<unknown> {
  const included = plan.terms.filter(({ isExcluded }) => !isExcluded);
  const authors = plan.authors.filter(({ isExcluded }) => !isExcluded);
  return all([
    ...included.map(({ part, authorIds }) =>
      authorIds.length === 0
        ? inLines(lines, part)
        : sql`(${inLines(lines, part)} or b.authors && ${uuidList(authorIds)})`,
    ),
    ...authors.map(({ ids }) => sql`b.authors && ${uuidList(ids)}`),
  ]);
}

/** The conditions that the key of a row answers. */
function keyConditions({ times, hasBits, beforeSeq }: SearchPlan): RawBuilder<unknown> {
  return all([
    ...times.flatMap(({ from, to, isExcluded }) => [
      ...(from && !isExcluded ? [sql`b.last_at >= ${from}`] : []),
      ...(to && !isExcluded ? [sql`b.first_at < ${to}`] : []),
    ]),
    ...(hasBits === 0 ? [] : [sql`b.all_marks & ${hasBits} = ${hasBits}`]),
    ...(beforeSeq === undefined ? [] : [sql`b.first_seq < ${beforeSeq}`]),
  ]);
}

/** The conditions of the line `l` of the row `b`: the other things of a message are taken out for lines that match. */
function lineConditions(plan: SearchPlan): RawBuilder<unknown> {
  const unless = (isExcluded: boolean, condition: RawBuilder<unknown>) =>
    isExcluded ? sql`not (${condition})` : sql`(${condition})`;
  const bits = [
    ...(plan.hasBits === 0 ? [] : [sql`b.marks[l.place] & ${plan.hasBits} = ${plan.hasBits}`]),
    ...(plan.hasNotBits === 0 ? [] : [sql`b.marks[l.place] & ${plan.hasNotBits} = 0`]),
  ];
  return all([
    sql`l.line <> ' '`,
    ...bits,
    ...plan.authors.map(({ ids, isExcluded }) =>
      unless(isExcluded, sql`b.authors[l.place] = any (${uuidList(ids)})`),
    ),
    ...plan.terms.map(({ part, authorIds, isExcluded }) =>
      unless(
        isExcluded,
        authorIds.length === 0
          ? has("l.line", part)
          : sql`${has("l.line", part)} or b.authors[l.place] = any (${uuidList(authorIds)})`,
      ),
    ),
    ...plan.times.map(({ from, to, isExcluded }) =>
      unless(
        isExcluded,
        all([
          ...(from ? [sql`b.times[l.place] >= ${from}`] : []),
          ...(to ? [sql`b.times[l.place] < ${to}`] : []),
        ]),
      ),
    ),
    ...plan.lists.map((each) => unless(each.isExcluded, inList(each.list, plan.userId))),
    ...(plan.hiddenAuthorIds.length === 0
      ? []
      : [sql`b.authors[l.place] <> all (${uuidList(plan.hiddenAuthorIds)})`]),
  ]);
}

function inList(listed: Listed, userId: UserId): RawBuilder<unknown> {
  switch (listed) {
    case "pinned":
      return sql`exists (select from message_pins p where p.room_id = b.room_id and p.message_id = b.ids[l.place])`;
    case "saved":
      return sql`exists (select from saved_messages s where s.user_id = ${userId} and s.message_id = b.ids[l.place])`;
    case "mentions":
      return sql`exists (
        select from mentions n where n.room_id = b.room_id and n.message_id = b.ids[l.place] and coalesce(n.user_id, ${userId}) = ${userId})`;
  }
}

/** A part of the rows by the times of their newest messages, from and to before, in microseconds of the epoch. */
export interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function within({ from, to }: Span): RawBuilder<unknown> {
  const moment = (at: number) =>
    sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;
  return all([
    ...(from === undefined ? [] : [sql`b.last_at >= ${moment(from)}`]),
    ...(to === undefined ? [] : [sql`b.last_at < ${moment(to)}`]),
  ]);
}

const order = sql.raw("b.last_at desc, b.room_id desc, b.first_seq desc");
const keyColumns = sql`b.room_id as "roomId", b.first_seq as "firstSeq", ${micros("b.last_at")} as "lastAt"`;

/** When the newest of so many rows were written, of the newest and the last of them; fewer where there are no more. */
export async function readNear(
  db: Db,
  plan: SearchPlan,
  limit: number,
): Promise<
  { readonly newestAt: number; readonly fromAt: number; readonly count: number } | undefined
> {
  const { rows } = await sql<{ newestAt: number | null; fromAt: number; count: number }>`
    select ${micros("max(last_at)")} as "newestAt", ${micros("min(last_at)")} as "fromAt", count(*)::integer as count
    from (
      select b.last_at from unnest(${uuidList(plan.roomIds)}) own (id)
      cross join lateral (
        select last_at from message_search b where b.room_id = own.id and ${keyConditions(plan)} order by b.last_at desc limit ${limit}
      ) b
      order by b.last_at desc limit ${limit}
    ) near`.execute(db);
  const [row] = rows;
  return row && row.newestAt !== null ? { ...row, newestAt: row.newestAt } : undefined;
}

/** At most so many of the messages of a list, the newest, as the keys of the rows that have them. */
export async function listListedKeys(
  db: Db,
  plan: SearchPlan,
  listed: Listed,
  limit: number,
): Promise<BlockKey[]> {
  const { userId } = plan;
  const sources: Readonly<Record<Listed, RawBuilder<unknown>>> = {
    pinned: sql`select room_id, message_id from message_pins where room_id = any (${uuidList(plan.roomIds)})`,
    saved: sql`select room_id, message_id from saved_messages where user_id = ${userId}`,
    mentions: sql`
      select n.room_id, n.message_id from unnest(${uuidList(plan.roomIds)}) own (id), unnest(array[null, ${userId}::uuid]) named (id)
      cross join lateral (
        select room_id, message_id from mentions
        where room_id = own.id and user_id is not distinct from named.id limit ${limit}
      ) n`,
  };
  const { rows } = await sql<BlockKey>`
    select distinct on (b.last_at, b.room_id, b.first_seq) ${keyColumns}
    from (select * from (${sources[listed]}) source order by message_id desc limit ${limit}) k
    join messages m on m.room_id = k.room_id and m.id = k.message_id
    cross join lateral (
      select * from message_search where room_id = m.room_id and first_seq <= m.seq order by first_seq desc limit 1
    ) b
    where b.room_id = any (${uuidList(plan.roomIds)}) and ${keyConditions(plan)}
    order by ${order}`.execute(db);
  return rows;
}

/** The lines of the rows `b` that match. */
function hitsOf(
  plan: SearchPlan,
  rows: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  lines = "b.lines",
): RawBuilder<Hit> {
  return sql<Hit>`
    select b.room_id as "roomId", b.ids[l.place] as id, ${micros("b.times[l.place]")} as at
    from ${rows} cross join lateral string_to_table(${sql.raw(lines)}, E'\\n') with ordinality l (line, place)
    where ${conditions} and ${lineConditions(plan)}
    order by at desc, id desc`;
}

/** The messages that match in these rows, the newest first. */
export async function listHits(
  db: Db,
  plan: SearchPlan,
  keys: readonly BlockKey[],
): Promise<Hit[]> {
  const named = sql`
    unnest(${uuidList(keys.map(({ roomId }) => roomId))}, ${keys.map(({ firstSeq }) => firstSeq)}::bigint[]) k (room_id, first_seq)
    join message_search b on b.room_id = k.room_id and b.first_seq = k.first_seq`;
  const { rows } = await hitsOf(plan, named, blockConditions(plan, has)).execute(db);
  return rows;
}

/** So many of the messages that match in the full rows of this part, the newest; each row is read, its text once. */
export async function listHitsWithin(
  db: Db,
  plan: SearchPlan,
  span: Span,
  limit: number,
): Promise<Hit[]> {
  const rowsOfSpan = sql`message_search b cross join lateral (select b.lines || '' as whole offset 0) t`;
  const conditions = all([ofSpan(plan, span), blockConditions(plan, has, "t.whole")]);
  const { rows } =
    await sql<Hit>`${hitsOf(plan, rowsOfSpan, conditions, "t.whole")} limit ${limit}`.execute(db);
  return rows;
}

/** The same by the index. */
export async function listIndexedHits(
  db: Db,
  plan: SearchPlan,
  span: Span,
  limit: number,
): Promise<Hit[]> {
  const conditions = all([ofSpan(plan, span), blockConditions(plan, isLike)]);
  const { rows } =
    await sql<Hit>`${hitsOf(plan, sql`message_search b`, conditions)} limit ${limit}`.execute(db);
  return rows;
}

/** Full rows alone: the time of one that grows may be another one in the next statement. */
function ofSpan(plan: SearchPlan, span: Span): RawBuilder<unknown> {
  return all([
    sql`b.is_closed`,
    sql`b.room_id = any (${uuidList(plan.roomIds)})`,
    keyConditions(plan),
    within(span),
  ]);
}

/** Rows by which is judged how many the index would name: about those of a million messages. */
const JUDGED_ROWS = 3_000;

/** The part, from 0 to 1, of the rows of this span that the index would name; by one row of eleven, as far as those are not too many. */
export async function readNamedShare(db: Db, plan: SearchPlan, span: Span): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((${blockConditions(plan, hasTrigrams)})::integer)::float8 as share
    from (
      select lines, authors from message_search b where ${ofSpan(plan, span)} and b.first_seq % 11 = 0 limit ${JUDGED_ROWS}
    ) b`.execute(db);
  return rows[0]?.share ?? 1;
}

/** The messages that match in the rows that still grow: no index has them. */
export async function listOpenHits(db: Db, plan: SearchPlan): Promise<Hit[]> {
  const open = sql`
    unnest(${uuidList(plan.roomIds)}) own (id)
    cross join lateral (select * from message_search where room_id = own.id order by first_seq desc limit 1) b`;
  const conditions = all([sql`not b.is_closed`, keyConditions(plan), blockConditions(plan, has)]);
  const { rows } = await hitsOf(plan, open, conditions).execute(db);
  return rows;
}

/** The oldest of the moments at which the newest messages of rows were written, in microseconds of the epoch. */
export async function findOldest(db: Db, plan: SearchPlan): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select ${micros("min(b.last_at)")} as at from unnest(${uuidList(plan.roomIds)}) own (id)
    cross join lateral (select last_at from message_search where room_id = own.id order by last_at limit 1) b`.execute(
    db,
  );
  return rows[0]?.at ?? 0;
}

/**
 * People who are or were in one of these rooms, and whose names have this folded text in them, or whose username it is, by the place of the
 * text; at most `limit` for each. Whoever wrote there has a place there for ever.
 */
export async function listNamed(
  db: Db,
  texts: readonly string[],
  roomIds: readonly RoomId[],
  limit: number,
): Promise<UserId[][]> {
  const patterns = texts.map(containing);
  const { rows } = await sql<{ place: number; id: UserId }>`
    select asked.place::integer, u.id
    from unnest(${patterns}::text[], ${[...texts]}::text[]) with ordinality asked (pattern, text, place)
    cross join lateral (
      select id from users
      where (folded_name like asked.pattern or username = asked.text)
        and exists (select from participants p where p.user_id = users.id and p.room_id = any (${uuidList(roomIds)}))
      limit ${limit}
    ) u`.execute(db);
  const named = texts.map(() => [] as UserId[]);
  for (const { place, id } of rows) named[place - 1]?.push(id);
  return named;
}

/** The moments at which these days begin for a person, and whom they have blocked. */
export async function readSearcher(
  db: Db,
  userId: UserId,
  days: readonly string[],
): Promise<{ readonly starts: readonly Date[]; readonly blockedIds: readonly UserId[] }> {
  const { rows } = await sql<{ starts: Date[]; blockedIds: UserId[] }>`
    select
      array(
        select asked.day::date::timestamp at time zone coalesce(u.preferences ->> 'timezone', 'UTC')
        from unnest(${[...days]}::text[]) with ordinality asked (day, place) order by asked.place
      ) as starts,
      array(select blocked_id from user_blocks where blocker_id = u.id) as "blockedIds"
    from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { starts: [], blockedIds: [] };
}
