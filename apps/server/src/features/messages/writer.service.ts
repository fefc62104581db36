import type { RoomId } from "@colbin/protocol";
import type { ClientConfig } from "pg";
import { createBatcher, heldBack, type Batcher } from "#server/platform/db/batcher.ts";
import type { DatabaseLog } from "#server/platform/db/database-log.ts";
import {
  createDedicatedConnection,
  type DedicatedConnection,
} from "#server/platform/db/dedicated-connection.ts";
import { waitingForNoLock } from "#server/platform/db/write-batches.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { writeBatch, type BatchDeps, type Send, type SendOutcome } from "./write-batch.service.ts";
import { WRITER_PROLOGUE } from "./writer.queries.ts";

/*
 * The batched writer (architecture.md, The way of a message): sends that arrive while a batch is in flight are written together,
 * and none waits for a lock: a room that somebody else has locked comes again. A room's hash picks a shard with a connection of its
 * own; one batch is in flight on each, so batches of different shards never meet in a room, and the events of a room are published
 * in the order of their seq.
 */

/** Sends of one transaction; more only makes everybody wait for the slowest. */
const MAX_BATCH = 500;
/** Those that may wait in one shard; about 100 MB at their longest. More is refused with RATE_LIMITED. */
const MAX_WAITING = 5_000;
/** A busy server makes larger batches, which cost it and the database less for each message (ADR 13). */
const REST_MAX_MS = 20;
const BUSY_RETRY_MAX_MS = 80;
/** No batch takes this long but where the database or the way to it hangs: then the connection is given up. */
const STATEMENT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 12_000;

export interface MessageWriter {
  /** Settles after the commit; rejects with a retryable error when the outcome is unknown. */
  write(send: Send): Promise<SendOutcome>;
  /** Resolves when nothing waits: the last step of a drain. */
  idle(): Promise<void>;
  /** Closes the connections; what comes later is refused. */
  close(): Promise<void>;
}

export interface WriterDeps {
  /** Makes a connection for one shard: createWriterConnection. */
  readonly connect: () => DedicatedConnection;
  readonly live: Pick<Live, "publish">;
  readonly tellShown: BatchDeps["tellShown"];
  readonly tellFollowers: BatchDeps["tellFollowers"];
  readonly tellRead: BatchDeps["tellRead"];
  readonly shards: number;
}

/** A connection with the writer's settings, not yet opened. */
export function createWriterConnection(
  connection: ClientConfig,
  log: DatabaseLog,
): DedicatedConnection {
  const timeouts = { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };
  return createDedicatedConnection({
    connection: { ...connection, ...timeouts },
    prologue: WRITER_PROLOGUE,
    log,
  });
}

interface Shard {
  readonly connection: DedicatedConnection;
  readonly batcher: Batcher<Send, SendOutcome>;
}

/** A writer with this many shards; it publishes each message after its commit, before the sender's promise settles. */
export function createMessageWriter(deps: WriterDeps): MessageWriter {
  const shards = Array.from({ length: deps.shards }, () => createShard(deps));
  return {
    write: (send) => shardOf(shards, send).batcher.add(send),
    idle: async () => {
      await Promise.all(shards.map(({ batcher }) => batcher.idle()));
    },
    close: async () => {
      await Promise.all(shards.map(({ connection }) => connection.close()));
    },
  };
}

function createShard({ connect, ...deps }: WriterDeps): Shard {
  const connection = connect();
  const batcher = createBatcher<Send, SendOutcome>({
    async run(batch) {
      const outcomes = await writeBatch({ ...deps, connection }, batch);
      return outcomes.map((each) => (each.outcome === "busy" ? heldBack : each));
    },
    ...waitingForNoLock(roomIdOf, BUSY_RETRY_MAX_MS),
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    restMaxMs: REST_MAX_MS,
  });
  return { connection, batcher };
}

function roomIdOf({ message }: Send): RoomId {
  return message.roomId;
}

/** Ids are UUIDs of version 7: their last eight digits are random. */
function shardOf(shards: readonly Shard[], send: Send): Shard {
  const shard = shards[Number.parseInt(roomIdOf(send).slice(-8), 16) % shards.length];
  if (!shard) throw new Error("A writer has at least one shard");
  return shard;
}
