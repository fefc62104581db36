import type { Message } from "@colbin/protocol";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { reach } from "#server/platform/points.ts";
import type { Live, Origin } from "#server/platform/realtime/live.ts";
import type { SendRefusal } from "./messages.queries.ts";
import { toMessage } from "./messages.view.ts";
import {
  insertBatch,
  insertJudged,
  insertMessage,
  needsJudging,
  type SendRow,
  type WritableSend,
  type WrittenMessage,
} from "./writer.queries.ts";
import {
  planBatch,
  type BatchRows,
  type Mark,
  type PlannedMessage,
  type PlannedReader,
} from "./writer.rules.ts";

/* One batch of the writer, from the plan to what every sender and reader is told. */

/** A message on its way to the log. */
export interface Send extends WritableSend {
  readonly roomSlug: string;
  readonly origin: Origin | undefined;
}

export type Work = Send | Mark;

export type Written =
  | { readonly outcome: "sent"; readonly message: Message }
  | { readonly outcome: "duplicate"; readonly seq: number }
  | { readonly outcome: SendRefusal };

/** Where somebody stands in a room after their mark was written. */
export interface ReadPosition {
  readonly readMsgNo: number;
  readonly lastReadAt: Date;
  readonly lastMsgNo: number;
}

export type Marked =
  | { readonly outcome: "moved"; readonly position: ReadPosition }
  | { readonly outcome: "unmoved" };

export type Outcome = Written | Marked;

export interface BatchDeps {
  readonly connection: DedicatedConnection;
  readonly live: Pick<Live, "publish">;
}

/**
 * Writes a batch and publishes its messages after the commit; outcomes in the order of the batch. Doubles within it never reach
 * the database, which judges doubles by what was committed before.
 */
export async function writeBatch(deps: BatchDeps, batch: readonly Work[]): Promise<Outcome[]> {
  if (batch.length === 0) return [];
  const plan = planBatch(batch);
  reach("beforeCommit");
  const written = await writePlan(deps.connection, plan);
  reach("afterCommit");
  for (const { send, place } of plan.sends) publish(deps.live, send, outcomeOf(written, place));
  return batch.map((work, index) => {
    const item = plan.items[index];
    if (!item) throw new Error("Everything in a batch has an item in its plan");
    if (!("send" in item)) return written.marks.get(item) ?? { outcome: "unmoved" };
    return asWritten(work, item, outcomeOf(written, item.place));
  });
}

interface WrittenPlan {
  /** In the order of the plan. */
  readonly sends: readonly Written[];
  /** Those that did not move are missing. */
  readonly marks: ReadonlyMap<PlannedReader, Marked>;
}

function outcomeOf({ sends }: WrittenPlan, place: number): Written {
  const outcome = sends[place];
  if (!outcome) throw new Error("Every message of a plan has an outcome");
  return outcome;
}

const NO_MARKS: WrittenPlan["marks"] = new Map();

/** The fast path takes every send for allowed and new; where one is not, nothing was written, and each is judged. */
async function writePlan(
  connection: DedicatedConnection,
  plan: BatchRows<Send>,
): Promise<WrittenPlan> {
  const [first] = plan.sends;
  try {
    if (first && plan.sends.length === 1 && plan.readers.length === 1 && first.reader.mark === 0) {
      const written = await insertMessage(connection, first.send.message);
      return { sends: [toSent(first.send, written)], marks: NO_MARKS };
    }
    return await writeFast(connection, plan);
  } catch (error) {
    if (!first || !needsJudging(error)) throw error;
  }
  const readers = plan.readers.filter(({ mark }) => mark > 0);
  // What moves their positions is their marks alone, now; nobody else reads the places any more.
  for (const [index, reader] of readers.entries()) {
    reader.room = undefined;
    reader.place = index + 1;
  }
  const moved =
    readers.length === 0
      ? NO_MARKS
      : (await writeFast(connection, { rooms: [], readers, sends: [] })).marks;
  const messages = plan.sends.map(({ send }) => send.message);
  const rows = await insertJudged(connection, messages);
  return { sends: plan.sends.map(({ send }, place) => toWritten(send, rows[place])), marks: moved };
}

async function writeFast(
  connection: DedicatedConnection,
  plan: BatchRows<Send>,
): Promise<WrittenPlan> {
  const { at, times, seqs, msgNos, readers } = await insertBatch(connection, plan);
  const sends = plan.sends.map(({ send, room, reader, ordinal }) => {
    const back = room.count - ordinal;
    const author = readers.get(reader.place);
    if (!author) throw new Error("write_batch answers with every author");
    return toSent(send, {
      seq: (seqs[room.place - 1] ?? 0) - back,
      msgNo: (msgNos[room.place - 1] ?? 0) - back,
      createdAt: times[room.place - 1] ?? at,
      authorName: author.fullName,
      authorAvatar: author.avatarUrl,
    });
  });
  const marks = new Map<PlannedReader, Marked>();
  for (const reader of plan.readers) {
    const moved = reader.mark > 0 ? readers.get(reader.place) : undefined;
    if (!moved) continue;
    const { readMsgNo, lastMsgNo } = moved;
    const lastReadAt = (reader.room && times[reader.room.place - 1]) ?? at;
    const position: ReadPosition = { readMsgNo, lastReadAt, lastMsgNo };
    marks.set(reader, { outcome: "moved", position });
  }
  return { sends, marks };
}

function toSent(send: Send, row: WrittenMessage): Written {
  const { createdAt } = row;
  const fixed = {
    stateSeq: row.seq,
    updatedAt: createdAt,
    isEdited: false,
    isDeleted: false,
  };
  return {
    outcome: "sent",
    message: toMessage({ ...send.message, ...row, ...fixed }, send.roomSlug),
  };
}

function toWritten(send: Send, row: SendRow | undefined): Written {
  // Whoever is not there any more is in no room.
  if (!row) return { outcome: "NOT_SUBSCRIBED" };
  if (row.outcome === "duplicate") return { outcome: "duplicate", seq: row.seq };
  if (row.outcome !== "sent") return { outcome: row.outcome };
  return toSent(send, {
    seq: row.seq,
    msgNo: row.msg_no,
    createdAt: row.created_at,
    authorName: row.author_name,
    authorAvatar: row.author_avatar,
  });
}

function publish(live: Pick<Live, "publish">, send: Send, written: Written): void {
  if (written.outcome !== "sent") return;
  const { message } = written;
  live.publish(
    {
      roomId: send.message.roomId,
      roomSlug: send.roomSlug,
      name: "message_new",
      seq: message.seq,
      data: { message, clientMessageId: send.message.clientMessageId },
    },
    send.origin ? { origin: send.origin } : {},
  );
}

/** The same intent twice in one batch: the second is a duplicate of the first, or a conflict with it. */
function asWritten(work: Work, { send }: PlannedMessage<Send>, written: Written): Written {
  if (work === send || work.kind === "mark" || written.outcome === "IDEMPOTENCY_CONFLICT")
    return written;
  if (!work.message.sentHash.equals(send.message.sentHash))
    return { outcome: "IDEMPOTENCY_CONFLICT" };
  return written.outcome === "sent" ? { outcome: "duplicate", seq: written.message.seq } : written;
}
