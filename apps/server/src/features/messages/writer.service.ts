import type { ClientConfig } from "pg";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher, heldBack, type Batcher } from "#server/platform/db/batcher.ts";
import type { DatabaseLog } from "#server/platform/db/database-log.ts";
import {
  createDedicatedConnection,
  type DedicatedConnection,
} from "#server/platform/db/dedicated-connection.ts";
import { sqlStateOf } from "#server/platform/db/sql-state.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  writeBatch,
  type BatchDeps,
  type MarkOutcome,
  type Outcome,
  type MarkedPosition,
  type Send,
  type Work,
  type SendOutcome,
} from "./write-batch.service.ts";
import { listBusyRooms, WRITER_PROLOGUE } from "./writer.queries.ts";
import { planBatch, roomIdOf, type Mark } from "./writer.rules.ts";

/*
 * The batched writer (architecture.md, The way of a message): sends and read positions that arrive while a batch is in flight
 * are written together. A room's hash picks a shard with a connection of its own; one batch is in flight on each, so batches
 * of different shards never meet in a room, and the events of a room are published in the order of their seq.
 */

/** Sends and marks of one transaction; more only makes everybody wait for the slowest. */
const MAX_BATCH = 500;
/** Those that may wait in one shard; about 100 MB at their longest. More is refused with RATE_LIMITED. */
const MAX_WAITING = 5_000;
/** Deadlock, serialization failure and lock timeout: the batch is tried again. */
const TRANSIENT_STATES = ["40001", "40P01", "55P03"];
const LOCK_TIMEOUT = "55P03";
const MAX_TRIES = 5;
const FULL_RETRY_MS = 250;
/** A busy server makes larger batches, which cost it and the database less for each message (ADR 13). */
const REST_MAX_MS = 20;
/** A lock that somebody else holds stalls its shard for this long, once; then its room waits alone. */
const LOCK_TIMEOUT_MS = 1_000;
/** A room that waits alone is tried again this often, and its sends give up after this long with DB_UNAVAILABLE. */
const HELD_RETRY_MS = 50;
const HELD_PATIENCE_MS = 10_000;
/** No batch takes this long but where the database or the way to it hangs: then the connection is given up. */
const STATEMENT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 12_000;

export interface MessageWriter {
  /** Settles after the commit; rejects with a retryable error when the outcome is unknown. */
  write(send: Omit<Send, "kind">): Promise<SendOutcome>;
  /** The same for a read position; undefined where it does not move: it was there already, or the person is not in the room. */
  markRead(mark: Omit<Mark, "kind">): Promise<MarkedPosition | undefined>;
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
    prologue: `${WRITER_PROLOGUE}; set lock_timeout = ${LOCK_TIMEOUT_MS}`,
    log,
  });
}

interface Shard {
  readonly connection: DedicatedConnection;
  readonly batcher: Batcher<Work, Outcome>;
}

/** A writer with this many shards; it publishes each message after its commit, before the sender's promise settles. */
export function createMessageWriter(deps: WriterDeps): MessageWriter {
  const shards = Array.from({ length: deps.shards }, () => createShard(deps));
  return {
    write: async (send) => {
      const work: Send = { kind: "send", ...send };
      return (await shardOf(shards, work).batcher.add(work)) as SendOutcome;
    },
    markRead: async (mark) => {
      const work: Mark = { kind: "mark", ...mark };
      const marked = (await shardOf(shards, work).batcher.add(work)) as MarkOutcome;
      return marked.outcome === "moved" ? marked.position : undefined;
    },
    idle: async () => {
      await Promise.all(shards.map(({ batcher }) => batcher.idle()));
    },
    close: async () => {
      await Promise.all(shards.map(({ connection }) => connection.close()));
    },
  };
}

function createShard({ connect, live, tellShown }: WriterDeps): Shard {
  const connection = connect();
  const batcher = createBatcher<Work, Outcome>({
    run: (batch, hasHeld) => runBatch({ connection, live, tellShown }, batch, hasHeld),
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    refuse: () => new AppError("RATE_LIMITED", { retryAfterMs: FULL_RETRY_MS }),
    isTransient: (error) => TRANSIENT_STATES.includes(sqlStateOf(error)),
    isPoison: (error) => sqlStateOf(error) !== "" && !isUnavailable(error),
    maxTries: MAX_TRIES,
    restMaxMs: REST_MAX_MS,
    holding: {
      laneOf: roomIdOf,
      afterMs: HELD_RETRY_MS,
      patienceMs: HELD_PATIENCE_MS,
      giveUp: () => new AppError("DB_UNAVAILABLE", { retryAfterMs: FULL_RETRY_MS }),
    },
  });
  return { connection, batcher };
}

/** Ids are UUIDs of version 7: their last eight digits are random. */
function shardOf(shards: readonly Shard[], work: Work): Shard {
  const shard = shards[Number.parseInt(roomIdOf(work).slice(-8), 16) % shards.length];
  if (!shard) throw new Error("A writer has at least one shard");
  return shard;
}

/** A room whose lock is not to be had is held back, so that the others of the batch go on without it. */
async function runBatch(
  deps: BatchDeps,
  batch: readonly Work[],
  hasHeld: boolean,
): Promise<(Outcome | typeof heldBack)[]> {
  if (hasHeld) return runFree(deps, batch);
  try {
    return await writeBatch(deps, batch);
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_TIMEOUT) throw error;
    return runFree(deps, batch);
  }
}

async function runFree(
  deps: BatchDeps,
  batch: readonly Work[],
): Promise<(Outcome | typeof heldBack)[]> {
  const { sends, marks } = planBatch(batch);
  const messages = sends.map(({ message }) => message);
  const busy = await listBusyRooms(deps.connection, messages, marks);
  const isFree = (work: Work): boolean => !busy.has(roomIdOf(work));
  const outcomes = (await writeBatch(deps, batch.filter(isFree))).values();
  return batch.map((work) => {
    const outcome = isFree(work) ? outcomes.next().value : heldBack;
    if (!outcome) throw new Error("Everything that is written has an outcome");
    return outcome;
  });
}
