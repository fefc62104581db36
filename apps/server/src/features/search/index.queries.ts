import type { FileType, MessageId, MessageType, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { OpenBlock, SearchBlock } from "./search.rules.ts";

/* The search table from its writer's side. Every writer holds the place of the room in the log (log_places). */

/** A message as it is now, for the table. */
export interface SourceRow {
  readonly roomId: RoomId;
  readonly seq: number;
  readonly id: MessageId;
  readonly authorId: UserId;
  readonly at: string;
  readonly type: MessageType;
  readonly content: string;
  /** With names in the place of mentions. */
  readonly text: string;
  readonly parts: number;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly threadId: MessageId | null;
  readonly replyNo: number | null;
  /** The files that are not deleted; null for a message without files. */
  readonly files: readonly { readonly name: string; readonly type: FileType }[] | null;
}

// Times go through unchanged, in all their digits.
const columns = (filesBit: number) => sql`${sql.raw(`
  m.room_id as "roomId", m.seq, m.id, m.author_id as "authorId", m.created_at::text as at, m.type, m.content,
  coalesce(m.metadata ->> 'plainText', m.content) as text, m.parts, m.is_deleted as "isDeleted",
  m.is_edited as "isEdited", m.thread_id as "threadId", m.reply_no as "replyNo"`)},
  case when m.parts & ${filesBit}::integer <> 0 then (
    select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type) order by r.place), '[]')
    from file_references r join files f on f.id = r.file_id and f.trashed_at is null and f.sha256 is not null
    where r.room_id = m.room_id and r.message_id = m.id
  ) end as files`;

/** These messages as they are now; lines of the server are missing. */
export async function listSources(
  tx: Tx,
  refs: readonly { readonly roomId: RoomId; readonly messageId: MessageId }[],
  filesBit: number,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select ${columns(filesBit)}
    from unnest(${refs.map(({ roomId }) => roomId)}::uuid[], ${refs.map(({ messageId }) => messageId)}::uuid[]) k (room_id, id)
    join messages m on m.room_id = k.room_id and m.id = k.id and m.type <> 'system'
    order by m.room_id, m.seq`.execute(tx);
  return rows;
}

/** The newest messages of a room before a seq, oldest first. */
export async function listSourcesBelow(
  tx: Tx,
  { roomId, belowSeq }: { readonly roomId: RoomId; readonly belowSeq: number },
  limit: number,
  filesBit: number,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select ${columns(filesBit)} from messages m where m.room_id = ${roomId} and m.seq < ${belowSeq}
    order by m.seq desc limit ${limit}`.execute(tx);
  return rows.toReversed();
}

const blockColumns = sql.raw(`
  room_id as "roomId", first_seq as "firstSeq", last_seq as "lastSeq", is_closed as "isClosed", ids, authors, marks,
  times::text[] as times, string_to_array(lines, E'\\n') as lines`);

/** The rows of these rooms that still grow. */
export async function listOpenBlocks(tx: Tx, roomIds: readonly RoomId[]): Promise<OpenBlock[]> {
  const { rows } = await sql<OpenBlock>`
    select asked.id as "roomId", b.first_seq as "firstSeq", cardinality(b.ids) as count, octet_length(b.lines) as bytes
    from unnest(${[...roomIds]}::uuid[]) asked (id)
    cross join lateral (
      select * from message_search where room_id = asked.id order by first_seq desc limit 1
    ) b
    where not b.is_closed`.execute(tx);
  return rows;
}

/** The blocks that have these places of logs in them. */
export async function listBlocksOf(
  tx: Tx,
  places: readonly { readonly roomId: RoomId; readonly seq: number }[],
): Promise<SearchBlock[]> {
  const { rows } = await sql<SearchBlock>`
    select distinct on (b."roomId", b."firstSeq") b.*
    from unnest(${places.map(({ roomId }) => roomId)}::uuid[], ${places.map(({ seq }) => seq)}::bigint[]) asked (room_id, seq)
    cross join lateral (
      select ${blockColumns} from message_search
      where room_id = asked.room_id and first_seq <= asked.seq order by first_seq desc limit 1
    ) b
    where b."lastSeq" >= asked.seq`.execute(tx);
  return rows;
}

/** Writes rows; where one begins with the same message already, it gets these messages more. */
export async function appendBlocks(tx: Tx, blocks: readonly SearchBlock[]): Promise<void> {
  await sql`
    insert into message_search as s (room_id, first_seq, last_seq, first_at, last_at, is_closed, ids, authors, times, marks, all_marks, lines)
    select "roomId", "firstSeq", "lastSeq", (select min(at) from unnest(times) at), (select max(at) from unnest(times) at),
      "isClosed", ids, authors, times, marks, (select bit_or(mark) from unnest(marks) mark), lines
    from ${toRows(blocks)}
    on conflict (room_id, first_seq) do update set last_seq = excluded.last_seq, first_at = least(s.first_at, excluded.first_at),
      last_at = greatest(s.last_at, excluded.last_at), is_closed = excluded.is_closed, ids = s.ids || excluded.ids,
      authors = s.authors || excluded.authors, times = s.times || excluded.times, marks = s.marks || excluded.marks,
      all_marks = s.all_marks | excluded.all_marks, lines = s.lines || E'\\n' || excluded.lines`.execute(
    tx,
  );
}

/** Writes lines and marks of rows anew. */
export async function updateBlocks(tx: Tx, blocks: readonly SearchBlock[]): Promise<void> {
  await sql`
    update message_search s set marks = b.marks, all_marks = (select bit_or(mark) from unnest(b.marks) mark), lines = b.lines
    from ${toRows(blocks)} where s.room_id = b."roomId" and s.first_seq = b."firstSeq"`.execute(tx);
}

function toRows(blocks: readonly SearchBlock[]) {
  const rows = blocks.map(({ lines, ...block }) => ({ ...block, lines: lines.join("\n") }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) b (
    "roomId" uuid, "firstSeq" bigint, "lastSeq" bigint, "isClosed" boolean, ids uuid[], authors uuid[], times timestamptz[],
    marks smallint[], lines text
  )`;
}

/** Takes the messages of the beginning of a room out that are gone, but for those that were kept. */
export async function deletePurged(
  tx: Tx,
  roomId: RoomId,
  { upToSeq, keptIds }: { readonly upToSeq: number; readonly keptIds: readonly MessageId[] },
): Promise<void> {
  await sql`
    delete from message_search
    where room_id = ${roomId} and last_seq <= ${upToSeq} and not ids && ${[...keptIds]}::uuid[]`.execute(
    tx,
  );
  await sql`
    update message_search s set lines = (
      select string_agg(case when exists (select from messages m where m.room_id = s.room_id and m.id = l.id) then l.line else ' ' end, E'\\n' order by l.place)
      from unnest(string_to_array(s.lines, E'\\n'), s.ids) with ordinality l (line, id, place)
    )
    where s.room_id = ${roomId} and s.first_seq <= ${upToSeq}`.execute(tx);
}

/** A room whose older messages are not in the table, with its place in the log locked; undefined where there is none, or none is free. */
export async function lockFill(
  tx: Tx,
): Promise<{ readonly roomId: RoomId; readonly belowSeq: number } | undefined> {
  const { rows } = await sql<{ roomId: RoomId; belowSeq: number }>`
    select f.room_id as "roomId", f.below_seq as "belowSeq"
    from search_fills f
    join search_settings s on s.is_filling
    join log_places p on p.consumer = 'search' and p.room_id = f.room_id
    order by f.below_seq desc limit 1
    for no key update of p, f skip locked`.execute(tx);
  return rows[0];
}

/** So far the table has the messages of a room; undefined: all of them. */
export async function moveFill(
  tx: Tx,
  roomId: RoomId,
  belowSeq: number | undefined,
): Promise<void> {
  await (
    belowSeq === undefined
      ? sql`delete from search_fills where room_id = ${roomId}`
      : sql`update search_fills set below_seq = ${belowSeq} where room_id = ${roomId}`
  ).execute(tx);
}

export interface FillState {
  readonly isFilling: boolean;
  /** Rooms that are not whole in the table, and entries of their logs that are to be read. */
  readonly rooms: number;
  readonly entries: number;
}

export async function readFillState(db: Db): Promise<FillState> {
  const { rows } = await sql<FillState>`
    select s.is_filling as "isFilling", count(f.room_id)::integer as rooms, coalesce(sum(f.below_seq - 1), 0)::bigint as entries
    from search_settings s left join search_fills f on true group by s.is_filling`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The settings of search are one row");
  return row;
}

export async function updateFilling(db: Db, isFilling: boolean): Promise<void> {
  await sql`update search_settings set is_filling = ${isFilling}`.execute(db);
}

/** All of a room. Its place in the log first: a writer that holds it has ended then, and the next one finds no message. */
export async function deleteRoomRows(tx: Tx, roomId: RoomId): Promise<void> {
  await sql`select from log_places where consumer = 'search' and room_id = ${roomId} for update`.execute(
    tx,
  );
  await sql`delete from message_search where room_id = ${roomId}`.execute(tx);
  await sql`delete from search_fills where room_id = ${roomId}`.execute(tx);
}
