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

/**
 * What follows a seq in the log, in order, and the head of the log, all in one snapshot: at most `limit` entries, and no
 * further ones once their texts have `maxChars` characters together.
 */
export async function listLogAfter(
  db: Db,
  roomId: RoomId,
  afterSeq: number,
  { limit, maxChars }: { readonly limit: number; readonly maxChars: number },
): Promise<LogSlice> {
  const { rows } = await sql<LogRow & { headSeq: number }>`
    select r.last_seq as "headSeq", entry.* from rooms r
    left join lateral (
      select * from (
        select log.*, sum(coalesce(length(log.content), 0)) over (order by log.seq) as "charsSoFar" from (
          (select null as kind, null::jsonb as payload, ${messageColumns}
            from messages m join users u on u.id = m.author_id
            where m.room_id = r.id and m.seq > ${afterSeq} order by m.seq limit ${limit})
          union all
          (select e.kind, e.payload, e.seq, null, null, null, null, null, null, null, null, null, null, null, null, null
            from room_events e
            where e.room_id = r.id and e.seq > ${afterSeq} order by e.seq limit ${limit})
          order by seq limit ${limit}
        ) log
      ) summed
      where summed."charsSoFar" - coalesce(length(summed.content), 0) < ${maxChars}
      order by summed.seq
    ) entry on true
    where r.id = ${roomId}`.execute(db);
  return { headSeq: rows[0]?.headSeq ?? 0, rows: rows.filter((row) => row.seq !== null) };
}
