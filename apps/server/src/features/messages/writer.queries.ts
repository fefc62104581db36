import type { MessageId, RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import {
  toBytesArray,
  toJsonArray,
  toTextArray,
  toUuidArray,
} from "#server/platform/db/binary-arrays.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import type { NewMessage, SendRefusal } from "./messages.queries.ts";

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
  /** Busy: somebody else holds the lock of the author's place in the room. */
  readonly outcome: "sent" | "duplicate" | "busy" | SendRefusal;
  /** Of the message that it became, or that it repeats. */
  readonly seq: number;
  /** Null for a reply that stands in its thread alone. */
  readonly msgNo: number | null;
  /** As the person is called now. */
  readonly authorName: string;
  readonly authorAvatar: string | null;
  /** Address of the room in this transaction. */
  readonly roomSlug: string;
  /** Who had hidden the conversation until now; null in a channel. */
  readonly shown: readonly UserId[] | null;
  /** Of a reply: the message that it answers, and its number in the thread. */
  readonly threadId: MessageId | null;
  readonly replyNo: number | null;
}

/** Somebody follows a thread from now on. */
export interface NewFollower {
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId;
  readonly rootId: MessageId;
  readonly userId: UserId;
  readonly readReplyNo: number;
  readonly lastReplyNo: number;
  readonly mentionNos: number[];
}

export interface WrittenRows {
  readonly at: Date;
  /** By the places of the messages, from 0 on; one whose room is busy, or whose room or author is there no more, is missing. */
  readonly sends: ReadonlyMap<number, SendRow>;
  /** Rooms whose lock somebody else holds: nothing was written into them. */
  readonly busy: ReadonlySet<RoomId>;
  readonly followers: readonly NewFollower[];
}

type Reply = readonly [
  at: number,
  sends:
    | readonly (readonly [
        place: number,
        outcome: SendRow["outcome"],
        seq: number,
        msgNo: number | null,
        authorName: string,
        authorAvatar: string | null,
        roomSlug: string,
        shown: readonly UserId[] | null,
        threadId: MessageId | null,
        replyNo: number | null,
      ])[]
    | null,
  busy: readonly RoomId[] | null,
  followers:
    | readonly (readonly [
        workspaceId: WorkspaceId,
        roomId: RoomId,
        rootId: MessageId,
        userId: UserId,
        readReplyNo: number,
        lastReplyNo: number,
        mentionNos: number[],
      ])[]
    | null,
];

/** Writes what is allowed and new and says what became of each; waits for nobody's lock (objects/write_sends.sql). */
export async function insertBatch(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
): Promise<WrittenRows> {
  const [row] = await connection.query<{ written: Reply }>({
    name: "write_sends",
    text: "select write_sends($1, $2, $3, $4, $5, $6, $7, $8, $9) as written",
    values: [
      toUuidArray(messages.map(({ roomId }) => roomId)),
      toUuidArray(messages.map(({ authorId }) => authorId)),
      toUuidArray(messages.map(({ id }) => id)),
      toTextArray(messages.map(({ clientMessageId }) => clientMessageId)),
      toBytesArray(messages.map(({ sentHash }) => sentHash)),
      toTextArray(messages.map(({ content }) => content)),
      toTextArray(messages.map(({ type }) => type)),
      toJsonArray(messages.map(({ metadata }) => JSON.stringify(metadata))),
      toJsonArray(messages.map(({ extra }) => (extra ? JSON.stringify(extra) : "{}"))),
    ],
  });
  if (!row) throw new Error("write_sends answers with a row");
  const [at, sent, busy, followers] = row.written;
  const sends = new Map<number, SendRow>();
  for (const [place, outcome, seq, msgNo, authorName, authorAvatar, roomSlug, ...rest] of sent ??
    []) {
    const [shown, threadId, replyNo] = rest;
    const author = { authorName, authorAvatar };
    sends.set(place - 1, { outcome, seq, msgNo, ...author, roomSlug, shown, threadId, replyNo });
  }
  return {
    // Milliseconds as a binary fraction of seconds times a thousand: whole, but for the last bits.
    at: new Date(Math.round(at)),
    sends,
    busy: new Set(busy),
    followers: (followers ?? []).map(([workspaceId, roomId, rootId, userId, ...numbers]) => {
      const [readReplyNo, lastReplyNo, mentionNos] = numbers;
      return { workspaceId, roomId, rootId, userId, readReplyNo, lastReplyNo, mentionNos };
    }),
  };
}
