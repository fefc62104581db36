import type { RoomId, UserId } from "@colbin/protocol";
import {
  toBigintArray,
  toBytesArray,
  toJsonArray,
  toTextArray,
  toUuidArray,
} from "#server/platform/db/binary-arrays.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import type { NewMessage, SendRefusal } from "./messages.queries.ts";
import type { Mark } from "./writer.rules.ts";

/*
 * The statements of the writer's own connections: named, so that each is parsed and planned once per session. Every call is
 * one transaction and one round trip.
 */

/** Plans are made once and go by primary key: with a batch in an array nothing else is ever right. */
export const WRITER_PROLOGUE = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_hashagg = off`;

/** What became of a send. */
export interface SendRow {
  readonly outcome: "sent" | "duplicate" | SendRefusal;
  /** Of the message that it became, or that it repeats. */
  readonly seq: number;
  readonly msgNo: number;
  /** As the person is called now. */
  readonly authorName: string;
  readonly authorAvatar: string | null;
  /** Address of the room in this transaction. */
  readonly roomSlug: string;
  /** Who had hidden the conversation until now; null in a channel. */
  readonly shown: readonly UserId[] | null;
}

export interface MoveRow {
  readonly readMsgNo: number;
  readonly lastMsgNo: number;
  /** What was marked as unread is read. */
  readonly wasMarked: boolean;
}

export interface WrittenRows {
  readonly at: Date;
  /** By the places of the messages, from 0 on; one whose room or author is there no more is missing. */
  readonly sends: ReadonlyMap<number, SendRow>;
  /** By the places of the marks; one that moved nothing is missing. */
  readonly moves: ReadonlyMap<number, MoveRow>;
}

type Reply = readonly [
  at: number,
  sends:
    | readonly (readonly [
        place: number,
        outcome: SendRow["outcome"],
        seq: number,
        msgNo: number,
        authorName: string,
        authorAvatar: string | null,
        roomSlug: string,
        shown: readonly UserId[] | null,
      ])[]
    | null,
  moves:
    | readonly (readonly [
        place: number,
        readMsgNo: number,
        lastMsgNo: number,
        wasMarked: boolean,
      ])[]
    | null,
];

/** Writes what is allowed and new, moves read positions, and says what became of each (migration 0030, write_batch). */
export async function insertBatch(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
  marks: readonly Mark[],
): Promise<WrittenRows> {
  const [row] = await connection.query<{ written: Reply }>({
    name: "write_batch",
    text: "select write_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as written",
    values: [
      toUuidArray(messages.map(({ roomId }) => roomId)),
      toUuidArray(messages.map(({ authorId }) => authorId)),
      toUuidArray(messages.map(({ id }) => id)),
      toTextArray(messages.map(({ clientMessageId }) => clientMessageId)),
      toBytesArray(messages.map(({ sentHash }) => sentHash)),
      toTextArray(messages.map(({ content }) => content)),
      toTextArray(messages.map(({ type }) => type)),
      toJsonArray(messages.map(({ metadata }) => JSON.stringify(metadata))),
      toUuidArray(marks.map(({ roomId }) => roomId)),
      toUuidArray(marks.map(({ userId }) => userId)),
      toBigintArray(marks.map(({ msgNo }) => msgNo)),
    ],
  });
  if (!row) throw new Error("write_batch answers with a row");
  const [at, sent, moved] = row.written;
  const sends = new Map<number, SendRow>();
  for (const [place, outcome, seq, msgNo, authorName, authorAvatar, roomSlug, shown] of sent ?? [])
    sends.set(place - 1, { outcome, seq, msgNo, authorName, authorAvatar, roomSlug, shown });
  const moves = new Map<number, MoveRow>();
  for (const [place, readMsgNo, lastMsgNo, wasMarked] of moved ?? [])
    moves.set(place - 1, { readMsgNo, lastMsgNo, wasMarked });
  // Milliseconds as a binary fraction of seconds times a thousand: whole, but for the last bits.
  return { at: new Date(Math.round(at)), sends, moves };
}

/** Rooms whose row, or a row of whose readers, somebody else has locked just now. Waits for nobody and keeps no lock. */
export async function listBusyRooms(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
  marks: readonly Mark[],
): Promise<Set<RoomId>> {
  const rows = await connection.query<{ id: RoomId }>({
    name: "busy_rooms",
    text: `
      with free_rooms as materialized (
        select r.id from rooms r where r.id = any ($1::uuid[]) for no key update skip locked
      ), readers as (
        select p.room_id, p.user_id from unnest($1::uuid[] || $3::uuid[], $2::uuid[] || $4::uuid[]) c (room_id, user_id)
        join participants p on p.room_id = c.room_id and p.user_id = c.user_id
      ), free_readers as materialized (
        select p.room_id, p.user_id from readers c
        join participants p on p.room_id = c.room_id and p.user_id = c.user_id
        for no key update of p skip locked
      )
      select r.id from rooms r
      where r.id = any ($1::uuid[]) and not exists (select from free_rooms f where f.id = r.id)
      union
      select c.room_id from readers c
      where not exists (select from free_readers f where f.room_id = c.room_id and f.user_id = c.user_id)`,
    values: [
      toUuidArray(messages.map(({ roomId }) => roomId)),
      toUuidArray(messages.map(({ authorId }) => authorId)),
      toUuidArray(marks.map(({ roomId }) => roomId)),
      toUuidArray(marks.map(({ userId }) => userId)),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
