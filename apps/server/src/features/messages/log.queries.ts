import type { DurableEventName, RoomId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { messageColumns, type MessageRow } from "./messages.queries.ts";

/** One entry of a room's log: a message, or another durable event with its payload. */
export type LogRow =
  | ({ readonly kind: null } & MessageRow)
  | {
      readonly kind: Exclude<DurableEventName, "message_new">;
      readonly seq: number;
      readonly payload: unknown;
    };

export interface LogSlice {
  readonly headSeq: number;
  readonly rows: LogRow[];
}

/** Writes an event at a seq that the caller took under the room's lock. */
export async function insertRoomEvent(
  tx: Tx,
  roomId: RoomId,
  event: { readonly seq: number; readonly kind: string; readonly payload: unknown },
): Promise<void> {
  await sql`
    insert into room_events (room_id, seq, kind, payload)
    values (${roomId}, ${event.seq}, ${event.kind}, ${JSON.stringify(event.payload)}::jsonb)`.execute(
    tx,
  );
}

/** A room, and the seq after which its log is asked for. */
export interface LogPlace {
  readonly roomId: RoomId;
  readonly afterSeq: number;
}

/**
 * What follows a seq in the log, in order, and the head of the log, for each of these places, all in one snapshot: at most
 * `limit` entries of a room, and no further ones once their texts have `maxChars` characters together.
 */
export async function listLogsAfter(
  db: Db,
  places: readonly LogPlace[],
  { limit, maxChars }: { readonly limit: number; readonly maxChars: number },
): Promise<LogSlice[]> {
  const { rows } = await sql<LogRow & { place: number; headSeq: number }>`
    select asked.place::integer, r.last_seq as "headSeq", entry.*
    from unnest(${places.map(({ roomId }) => roomId)}::uuid[], ${places.map(({ afterSeq }) => afterSeq)}::bigint[])
      with ordinality asked (room_id, after_seq, place)
    join rooms r on r.id = asked.room_id
    left join lateral (
      select * from (
        select log.*, sum(coalesce(length(log.content), 0)) over (order by log.seq) as "charsSoFar" from (
          (select null as kind, null::jsonb as payload, ${messageColumns}
            from messages m join users u on u.id = m.author_id
            where m.room_id = r.id and m.seq > asked.after_seq order by m.seq limit ${limit})
          union all
          (select e.kind, e.payload, e.seq, null, null, null, null, null, null, null, null, null, null, null, null, null
            from room_events e
            where e.room_id = r.id and e.seq > asked.after_seq order by e.seq limit ${limit})
          order by seq limit ${limit}
        ) log
      ) summed
      where summed."charsSoFar" - coalesce(length(summed.content), 0) < ${maxChars}
      order by summed.seq
    ) entry on true
    order by asked.place, entry.seq`.execute(db);
  const slices = places.map(() => ({ headSeq: 0, rows: [] as LogRow[] }));
  for (const row of rows) {
    const slice = slices[row.place - 1];
    if (!slice) continue;
    slice.headSeq = row.headSeq;
    if (row.seq !== null) slice.rows.push(row);
  }
  return slices;
}

/** As listLogsAfter, for one place. */
export async function listLogAfter(
  db: Db,
  roomId: RoomId,
  afterSeq: number,
  bounds: { readonly limit: number; readonly maxChars: number },
): Promise<LogSlice> {
  const [slice] = await listLogsAfter(db, [{ roomId, afterSeq }], bounds);
  return slice ?? { headSeq: 0, rows: [] };
}
