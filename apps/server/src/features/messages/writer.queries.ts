import type { RoomId } from "@colbin/protocol";
import {
  toBigintArray,
  toBytesArray,
  toIntegerArray,
  toJsonArray,
  toTextArray,
  toUuidArray,
} from "#server/platform/db/binary-arrays.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { sqlStateOf } from "#server/platform/db/sql-state.ts";
import type { NewMessage, SendRefusal } from "./messages.queries.ts";
import type { BatchRows, PlannedSend } from "./writer.rules.ts";

/*
 * The statements of the writer's own connections: named, so that each is parsed and planned once per session. Every call is
 * one transaction and one round trip (migration 0003).
 */

/** Plans are made once and go by primary key: with a batch in an array nothing else is ever right. */
export const WRITER_PROLOGUE = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_hashagg = off`;

/** What a send became, when it was written. */
export interface WrittenMessage {
  readonly seq: number;
  readonly msgNo: number;
  readonly createdAt: Date;
  /** As the person is called now. */
  readonly authorName: string;
  readonly authorAvatar: string | null;
}

export interface MovedReader {
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly readMsgNo: number;
  readonly lastMsgNo: number;
}

export interface WrittenBatch {
  /** When the positions of those moved who sent nothing. */
  readonly at: Date;
  /** Of the rooms of the plan, in its order: when they were written, and what they have after the batch. */
  readonly times: readonly Date[];
  readonly seqs: readonly number[];
  readonly msgNos: readonly number[];
  /** By their place in the plan; whoever's position did not move is missing. */
  readonly readers: ReadonlyMap<number, MovedReader>;
}

/** True for a batch of which nothing was written because some send is repeated or not allowed. */
export function needsJudging(error: unknown): boolean {
  return ["CB001", "23505"].includes(sqlStateOf(error));
}

/** Milliseconds as a binary fraction of seconds times a thousand: whole, but for the last bits. */
function toDate(time: number): Date {
  return new Date(Math.round(time));
}

type OneReply = [number, number, number, string, string | null];

/** Writes one allowed and new message; else rejects with what `needsJudging` knows. */
export async function insertMessage(
  connection: DedicatedConnection,
  message: NewMessage,
): Promise<WrittenMessage> {
  const [row] = await connection.query<{ written: OneReply }>({
    name: "write_message",
    text: "select write_message($1, $2, $3, $4, $5, $6, $7, $8) as written",
    values: [
      message.roomId,
      message.authorId,
      message.id,
      message.clientMessageId,
      message.sentHash,
      message.content,
      message.type,
      JSON.stringify(message.metadata),
    ],
  });
  if (!row) throw new Error("write_message answers with a row");
  const [time, seq, msgNo, authorName, authorAvatar] = row.written;
  return { seq, msgNo, createdAt: toDate(time), authorName, authorAvatar };
}

type BatchReply = [
  number,
  number[] | null,
  number[] | null,
  number[] | null,
  [number, string, string | null, number, number][] | null,
];

/** Writes allowed and new messages and moves read positions, all or nothing; else rejects with what `needsJudging` knows. */
export async function insertBatch(
  connection: DedicatedConnection,
  rows: BatchRows<WritableSend>,
): Promise<WrittenBatch> {
  const [row] = await connection.query<{ written: BatchReply }>({
    name: "write_batch",
    text: `select write_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as written`,
    values: toBatchValues(rows),
  });
  if (!row) throw new Error("write_batch answers with a row");
  const [time, times, seqs, msgNos, readers] = row.written;
  return {
    at: toDate(time),
    times: (times ?? []).map(toDate),
    seqs: seqs ?? [],
    msgNos: msgNos ?? [],
    readers: new Map(
      (readers ?? []).map(([place, fullName, avatarUrl, readMsgNo, lastMsgNo]) => [
        place,
        { fullName, avatarUrl, readMsgNo, lastMsgNo },
      ]),
    ),
  };
}

function toBatchValues({ rooms, readers, sends }: BatchRows<WritableSend>): Buffer[] {
  const messages = sends.map(({ send }) => send.message);
  return [
    toUuidArray(rooms.map(({ id }) => id)),
    toIntegerArray(rooms.map(({ count }) => count)),
    toUuidArray(readers.map(({ roomId }) => roomId)),
    toUuidArray(readers.map(({ userId }) => userId)),
    toIntegerArray(readers.map(({ room }) => room?.place ?? null)),
    toIntegerArray(readers.map(({ room, ordinal }) => room && room.count - ordinal)),
    toBigintArray(readers.map(({ mark }) => mark)),
    toIntegerArray(sends.map(({ reader }) => reader.place)),
    toIntegerArray(sends.map(({ room, ordinal }) => room.count - ordinal)),
    toUuidArray(messages.map(({ id }) => id)),
    ...toContentValues(messages),
  ];
}

function toContentValues(messages: readonly NewMessage[]): Buffer[] {
  return [
    toTextArray(messages.map(({ clientMessageId }) => clientMessageId)),
    toBytesArray(messages.map(({ sentHash }) => sentHash)),
    toTextArray(messages.map(({ content }) => content)),
    toTextArray(messages.map(({ type }) => type)),
    toJsonArray(messages.map(({ metadata }) => JSON.stringify(metadata))),
  ];
}

/** A send with everything that its row needs. */
export interface WritableSend extends PlannedSend {
  readonly message: NewMessage;
}

export interface SendRow {
  readonly outcome: "sent" | "duplicate" | SendRefusal;
  readonly seq: number;
  readonly msg_no: number;
  readonly created_at: Date;
  readonly author_name: string;
  readonly author_avatar: string | null;
}

/**
 * Writes what is allowed and new, and returns a row per message in the same order; none for a message whose author is there no
 * more (migration 0001, send_messages).
 */
export async function insertJudged(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
): Promise<(SendRow | undefined)[]> {
  const rows = await connection.query<SendRow & { readonly place: number }>({
    name: "send_messages",
    text: `select place, outcome, seq, msg_no, created_at, author_name, author_avatar
      from send_messages($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      toUuidArray(messages.map(({ roomId }) => roomId)),
      toUuidArray(messages.map(({ authorId }) => authorId)),
      toUuidArray(messages.map(({ id }) => id)),
      ...toContentValues(messages),
    ],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return messages.map((_, index) => byPlace.get(index + 1));
}

/** Rooms whose row, or a row of whose readers, somebody else has locked just now. Waits for nobody and keeps no lock. */
export async function listBusyRooms(
  connection: DedicatedConnection,
  { rooms, readers }: BatchRows<PlannedSend>,
): Promise<Set<RoomId>> {
  const rows = await connection.query<{ id: RoomId }>({
    name: "busy_rooms",
    text: `
      with free_rooms as materialized (
        select r.id from rooms r where r.id = any ($1::uuid[]) for no key update skip locked
      ), free_readers as materialized (
        select p.room_id, p.user_id from unnest($2::uuid[], $3::uuid[]) as c (room_id, user_id)
        join participants p on p.room_id = c.room_id and p.user_id = c.user_id
        for no key update of p skip locked
      )
      select r.id from rooms r
      where r.id = any ($1::uuid[]) and not exists (select from free_rooms f where f.id = r.id)
      union
      select p.room_id from unnest($2::uuid[], $3::uuid[]) as c (room_id, user_id)
      join participants p on p.room_id = c.room_id and p.user_id = c.user_id
      where not exists (select from free_readers f where f.room_id = p.room_id and f.user_id = p.user_id)`,
    values: [
      toUuidArray(rooms.map(({ id }) => id)),
      toUuidArray(readers.map(({ roomId }) => roomId)),
      toUuidArray(readers.map(({ userId }) => userId)),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
