import type { Message } from "@colbin/protocol";
import type { Pool } from "pg";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher, type Batcher } from "#server/platform/db/batcher.ts";
import { reach } from "#server/platform/points.ts";
import type { Live, Origin } from "#server/platform/realtime/live.ts";
import {
  insertMessages,
  type NewMessage,
  type SendRefusal,
  type SendRow,
} from "./messages.queries.ts";
import { toMessage } from "./messages.view.ts";

/*
 * The batched writer (architecture.md, The way of a message): sends that arrive while a batch is in flight are written
 * together. A room's hash picks a shard; one batch is in flight on each, so batches of different shards never meet in a
 * room, and the events of a room are published in the order of their seq.
 */

/** Messages of one transaction; more only makes everybody wait for the slowest. */
const MAX_BATCH = 500;
/** Messages that may wait in one shard; about 100 MB at their longest. More is refused with RATE_LIMITED. */
const MAX_WAITING = 5_000;
/** Deadlock, serialization failure and lock timeout: the batch is tried again as it is. */
const TRANSIENT_STATES = ["40001", "40P01", "55P03"];
const MAX_TRIES = 5;
const FULL_RETRY_MS = 250;

interface Send {
  readonly message: NewMessage;
  readonly roomSlug: string;
  readonly origin: Origin | undefined;
}

type Written =
  | { readonly outcome: "sent"; readonly message: Message }
  | { readonly outcome: "duplicate"; readonly seq: number }
  | { readonly outcome: SendRefusal };

export interface MessageWriter {
  /** Settles after the commit; rejects with a retryable error when the outcome is unknown. */
  write(send: Send): Promise<Written>;
  /** Resolves when nothing waits: the last step of a drain. */
  idle(): Promise<void>;
}

/** A writer with this many shards; it publishes each message after its commit, before the sender's promise settles. */
export function createMessageWriter(deps: {
  readonly pool: Pool;
  readonly live: Pick<Live, "publish">;
  readonly shards: number;
}): MessageWriter {
  const shards = Array.from({ length: deps.shards }, () =>
    createBatcher<Send, Written>({
      run: (batch) => writeBatch(deps.pool, deps.live, batch),
      maxBatch: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      refuse: () => new AppError("RATE_LIMITED", { retryAfterMs: FULL_RETRY_MS }),
      isTransient: (error) => TRANSIENT_STATES.includes(sqlState(error)),
      isPoison: (error) => /^2[23]/.test(sqlState(error)),
      maxTries: MAX_TRIES,
    }),
  );
  return {
    write: (send) => shardOf(shards, send.message.roomId).add(send),
    idle: async () => {
      await Promise.all(shards.map((shard) => shard.idle()));
    },
  };
}

function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Ids are UUIDs of version 7: their last eight digits are random. */
function shardOf(
  shards: readonly Batcher<Send, Written>[],
  roomId: string,
): Batcher<Send, Written> {
  const shard = shards[Number.parseInt(roomId.slice(-8), 16) % shards.length];
  if (!shard) throw new Error("A writer has at least one shard");
  return shard;
}

/** Doubles within a batch never reach the database: it judges doubles by what was committed before. */
async function writeBatch(
  pool: Pool,
  live: Pick<Live, "publish">,
  batch: readonly Send[],
): Promise<Written[]> {
  const places = new Map<string, number>();
  const first: Send[] = [];
  for (const send of batch) {
    const key = keyOf(send.message);
    if (places.has(key)) continue;
    places.set(key, first.length);
    first.push(send);
  }
  reach("beforeCommit");
  const rows = await insertMessages(
    pool,
    first.map((send) => send.message),
  );
  reach("afterCommit");
  const written = first.map((send, place) => toWritten(send, rows[place]));
  for (const [place, each] of written.entries()) publish(live, first[place], each);
  return batch.map((send) => {
    const place = places.get(keyOf(send.message)) ?? -1;
    return asDouble(send, first[place], written[place]);
  });
}

function keyOf(message: NewMessage): string {
  return `${message.roomId} ${message.authorId} ${message.clientMessageId}`;
}

function toWritten(send: Send, row: SendRow | undefined): Written {
  if (!row) throw new Error("send_messages answers with a row per message");
  if (row.outcome === "duplicate") return { outcome: "duplicate", seq: row.seq };
  if (row.outcome !== "sent") return { outcome: row.outcome };
  const author = { authorName: row.author_name, authorAvatar: row.author_avatar };
  const times = { createdAt: row.created_at, updatedAt: row.created_at };
  const fixed = { seq: row.seq, msgNo: row.msg_no, isEdited: false, isDeleted: false };
  return {
    outcome: "sent",
    message: toMessage({ ...send.message, ...author, ...times, ...fixed }, send.roomSlug),
  };
}

function publish(live: Pick<Live, "publish">, send: Send | undefined, written: Written): void {
  if (!send || written.outcome !== "sent") return;
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
function asDouble(send: Send, first: Send | undefined, written: Written | undefined): Written {
  if (!first || !written) throw new Error("Every send of a batch has a first of its kind");
  if (send === first || written.outcome === "IDEMPOTENCY_CONFLICT") return written;
  if (!send.message.sentHash.equals(first.message.sentHash))
    return { outcome: "IDEMPOTENCY_CONFLICT" };
  return written.outcome === "sent" ? { outcome: "duplicate", seq: written.message.seq } : written;
}
