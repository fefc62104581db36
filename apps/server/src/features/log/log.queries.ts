import type { DurableEventName, MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** One entry of a room's log as it is stored: what happened, by whom and to which message, and the facts that no table keeps. */
export interface LogRow {
  readonly seq: number;
  readonly kind: DurableEventName;
  /** Null where it is not known: entries of the first releases. */
  readonly actorId: UserId | null;
  readonly messageId: MessageId | null;
  readonly facts: unknown;
}

export interface LogSlice {
  readonly headSeq: number;
  /** The log is complete after this seq alone: of what was before, most is gone for good. */
  readonly purgedSeq: number;
  readonly rows: LogRow[];
}

type LogEnds = Pick<LogSlice, "headSeq" | "purgedSeq">;

/** Writes the next event of a room and returns its seq; the caller holds the room's lock. */
export async function insertRoomEvent(
  tx: Tx,
  roomId: RoomId,
  row: Omit<LogRow, "seq">,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select append_event(${roomId}, ${row.kind}, ${row.actorId}, ${row.messageId}, ${JSON.stringify(row.facts)}::jsonb) as seq`.execute(
    tx,
  );
  const written = rows[0];
  if (!written) throw new Error("An inserted event returns its seq");
  return written.seq;
}

/** A room, and the seq after which its log is asked for. */
export interface LogPlace {
  readonly roomId: RoomId;
  readonly afterSeq: number;
}

/**
 * What follows a seq in the log, in order, and the head of the log, for each of these places, all in one snapshot: at most
 * `limit` entries of a room, and no further ones once the texts of the messages that they name, each time that one is named,
 * have `maxBytes` bytes together.
 */
export async function listLogsAfter(
  db: Db,
  places: readonly LogPlace[],
  { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
): Promise<LogSlice[]> {
  const { rows } = await sql<LogRow & LogEnds & { place: number; bytes: number }>`
    select asked.place::integer, r.last_seq as "headSeq", r.purged_seq as "purgedSeq", entry.*
    from unnest(${places.map(({ roomId }) => roomId)}::uuid[], ${places.map(({ afterSeq }) => afterSeq)}::bigint[])
      with ordinality asked (room_id, after_seq, place)
    join rooms r on r.id = asked.room_id
    left join lateral (
      select * from (
        select log.*, sum(log.bytes) over (order by log.seq) as "bytesSoFar" from (
          (select m.seq, 'message_new' as kind, m.author_id as "actorId", m.id as "messageId",
            jsonb_build_object('clientMessageId', case when m.type <> 'system' then m.client_message_id end) as facts,
            octet_length(m.content) as bytes
            from messages m where m.room_id = r.id and m.seq > asked.after_seq order by m.seq limit ${limit})
          union all
          (select e.seq, e.kind, e.actor_id, e.message_id, e.facts, coalesce(octet_length(m.content), 0)
            from room_events e left join messages m on m.room_id = e.room_id and m.id = e.message_id
            where e.room_id = r.id and e.seq > asked.after_seq order by e.seq limit ${limit})
          order by seq limit ${limit}
        ) log
      ) summed
      where summed."bytesSoFar" - summed.bytes < ${maxBytes}
    ) entry on true
    order by asked.place, entry.seq`.execute(db);
  const slices = places.map(() => ({ headSeq: 0, purgedSeq: 0, rows: [] as LogRow[] }));
  for (const { place, headSeq, purgedSeq, seq, kind, actorId, messageId, facts } of rows) {
    const slice = slices[place - 1];
    if (!slice) continue;
    slice.headSeq = headSeq;
    slice.purgedSeq = purgedSeq;
    if (seq !== null) slice.rows.push({ seq, kind, actorId, messageId, facts });
  }
  return slices;
}

/** How somebody is shown. */
export interface Named {
  readonly id: UserId;
  readonly fullName: string;
  /** Came by a guest link. */
  readonly isGuest: boolean;
}

/** How these people are shown now. */
export async function listNames(
  db: Db,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, Named>> {
  const { rows } = await sql<Named>`
    select id, full_name as "fullName", role = 'GUEST' as "isGuest" from users
    where id = any (${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** At most so many events of a room, the oldest first, up to a seq; false when none was left. */
export async function deleteEvents(
  db: Db,
  roomId: RoomId,
  {
    upToSeq = Number.MAX_SAFE_INTEGER,
    limit,
  }: { readonly upToSeq?: number; readonly limit: number },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with purged as (
      delete from room_events where room_id = ${roomId} and seq in (
        select seq from room_events where room_id = ${roomId} and seq <= ${upToSeq} order by seq limit ${limit}
      )
      returning 1
    )
    select count(*)::integer as count from purged`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}
