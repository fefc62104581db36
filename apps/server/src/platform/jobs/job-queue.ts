import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import type { Logger } from "../log/log.ts";
import type { PgBoss, JobWithMetadata, JobResult } from "pg-boss";
import { answerTimeoutOf, type Database } from "../db/database.ts";
import { listen } from "../db/listen.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { createAlarms } from "./alarms.ts";
import { JOB_LIMIT_S, type JobKind, type Jobs, type JobWorker } from "./jobs.ts";

/*
 * The queue in PostgreSQL (pg-boss, in a schema of its own). Jobs are picked up by notification, or by an alarm at their time, within
 * milliseconds; polling is only the floor. It starts after the server listens: until then enqueueing waits, for seconds.
 */

const SCHEMA = "jobs";
const APPLICATION_NAME = "colbin jobs";
const POOL_SIZE = 3;
const BATCH_SIZE = 20;
/** New jobs are notified, and have an alarm where their time comes later; this finds new tries, and those of another process. */
const POLL_S = 2;
const RETRY_DELAY_MAX_S = 300;
const STOP_PATIENCE_MS = 5_000;
const RETRY_START_MS = 1_000;
/** Who has a job to leave holds a transaction, so nobody waits longer for a queue that cannot start. */
const START_PATIENCE_MS = 5_000;
/** A try that the process itself did not end in time, because it was killed, counts as failed this much later. */
const EXPIRY_GRACE_S = 60;
/** Done jobs are of interest for a day, failed and forgotten ones for two weeks. */
const KEEP_DONE_S = 24 * 3600;

/** The part of a log that the queue needs. */
export type JobLog = Pick<Logger, "debug" | "warn" | "error">;

export interface JobQueue extends Jobs {
  /** Creates what is missing in the database and begins to work; each kind must have exactly one worker. */
  start(workers: readonly JobWorker[]): Promise<void>;
  /** In the place of `start`, for a command that ends: jobs of these kinds can be left for the servers, and none is done here. */
  prepare(kinds: readonly JobKind[]): Promise<void>;
  /** Lets running jobs finish for five seconds; what was cut off is done again by the next process. Idempotent. */
  stop(): Promise<void>;
}

/** A queue on this database; nothing is opened before `start`. */
export function createJobQueue(database: Pick<Database, "connection">, log: JobLog): JobQueue {
  const started = Promise.withResolvers<PgBoss>();
  // Nobody may be waiting for it when the start fails.
  started.promise.catch(() => undefined);
  /** By kind: its worker; empty where other processes do the work. */
  const workerIds = new Map<string, string>();
  let boss: PgBoss | undefined;
  const alarms = createAlarms({
    wake: (name) => boss?.notifyWorker(workerIds.get(name) ?? ""),
    findNext: async (name) => boss && findNext(boss, name),
  });
  let starting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  return {
    async enqueue(db, kind, data, options = {}) {
      const queue = await inTime(started.promise);
      if (!workerIds.has(kind.name))
        throw new Error(`Nothing works on jobs of the kind ${kind.name}`);
      const { fromKysely } = await import("pg-boss");
      await queue.send(kind.name, data as object, {
        db: fromKysely(db),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      });
      // A transaction that fails leaves an alarm for nothing.
      if (options.startAfter) alarms.set(kind.name, options.startAfter);
    },

    start(workers) {
      starting ??= (async () => {
        try {
          const isGivenUp = () => stopping !== undefined;
          const queue = await whenPossible(() => openBoss(database, log), log, isGivenUp);
          boss = queue;
          if (!queue) return;
          for (const each of workers) {
            const { name } = each.kind;
            if (workerIds.has(name)) throw new Error(`Two workers for ${name}`);
            if (!(await whenPossible(() => planWork(queue, each), log, isGivenUp))) return;
            // Before the work begins: beside its first look this would open a connection more.
            const next = await whenPossible(() => findNext(queue, name), log, isGivenUp);
            workerIds.set(name, await beginWork(queue, each, log));
            if (next) alarms.set(name, next);
          }
          started.resolve(queue);
        } catch (error) {
          started.reject(error);
          throw error;
        }
      })();
      return starting;
    },

    async prepare(kinds) {
      const queue = await openBoss(database, log);
      boss = queue;
      for (const kind of kinds) {
        await planQueue(queue, kind);
        workerIds.set(kind.name, "");
      }
      started.resolve(queue);
    },

    stop() {
      stopping ??= (async () => {
        // A start that is under way would open connections after the database was closed.
        await starting?.catch(() => undefined);
        alarms.stop();
        started.reject(new Error("The job queue has stopped"));
        await boss?.stop({ graceful: true, timeout: STOP_PATIENCE_MS, close: true });
      })();
      return stopping;
    },
  };
}

/** Rejects with DB_UNAVAILABLE when the queue does not start in time. */
async function inTime(started: Promise<PgBoss>): Promise<PgBoss> {
  const patience = new AbortController();
  const late = sleep(START_PATIENCE_MS, undefined, { signal: patience.signal });
  const queue = await Promise.race([started, late.catch(() => undefined)]).finally(() =>
    patience.abort(),
  );
  if (!queue) throw new AppError("DB_UNAVAILABLE", { retryAfterMs: START_PATIENCE_MS });
  return queue;
}

/** Tries a step again while the database is away; undefined when it was told to give up. */
async function whenPossible<T>(
  step: () => Promise<T>,
  log: JobLog,
  isGivenUp: () => boolean,
): Promise<T | undefined> {
  while (!isGivenUp()) {
    try {
      return await step();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, "The job queue waits for the database");
      await sleep(RETRY_START_MS);
    }
  }
  return undefined;
}

async function openBoss(
  { connection }: Pick<Database, "connection">,
  log: JobLog,
): Promise<PgBoss> {
  const { PgBoss: Boss } = await import("pg-boss");
  const { host, port, user, password, database, connectionString, ssl } = connection;
  const address = { host, port, user, password, database, connectionString, ssl };
  // Not among the types of the queue, which hands whatever it is given to the driver.
  const settings: object = {
    ...address,
    statement_timeout: connection.statement_timeout,
    query_timeout: answerTimeoutOf(connection),
  };
  const boss = new Boss({
    // What is not set must not be named: the driver would take `undefined` for an answer.
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    schema: SCHEMA,
    max: POOL_SIZE,
    application_name: APPLICATION_NAME,
    useListenNotify: true,
  });
  // Its own stops to look for errors of a session before it closes it, and then the last word of the database ends the process
  // (pg-boss 12.35 and 12.38, db.js).
  boss.getDb().listen = (channel, onPayload, onListening) =>
    listen({ ...connection, application_name: APPLICATION_NAME }, channel, {
      onPayload,
      onListening,
    });
  boss.on("error", (error: Error) => log.warn({ err: error }, "The job queue has trouble"));
  boss.on("warning", (warning: { message?: string }) =>
    log.warn({ reason: warning.message }, "The job queue warns"),
  );
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
    throw error;
  }
  return boss;
}

/** What the database must know of a kind of work; repeatable, unlike the work itself. */
async function planWork(boss: PgBoss, { kind, cron }: JobWorker): Promise<true> {
  await planQueue(boss, kind);
  if (cron === undefined) await boss.unschedule(kind.name);
  else await boss.schedule(kind.name, cron, {});
  return true;
}

async function planQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  const options = {
    notify: true,
    retryLimit: kind.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_S,
    deleteAfterSeconds: KEEP_DONE_S,
    expireInSeconds: limitOf(kind) + EXPIRY_GRACE_S,
  };
  await boss.createQueue(kind.name, options);
  // A queue that is there keeps the options of the version that made it.
  await boss.updateQueue(kind.name, options);
}

/** When the next job of this kind is due that is not due yet. */
async function findNext(boss: PgBoss, name: string): Promise<Date | undefined> {
  const text = `select min(start_after) as at from ${SCHEMA}.job where name = $1 and state < 'active' and start_after > now()`;
  const { rows } = await boss.getDb().executeSql(text, [name]);
  const [next] = rows as readonly { readonly at: Date | null }[];
  return next?.at ?? undefined;
}

async function beginWork(boss: PgBoss, { kind, run }: JobWorker, log: JobLog): Promise<string> {
  return boss.work(
    kind.name,
    {
      batchSize: BATCH_SIZE,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_S,
      notifyPollingIntervalSeconds: POLL_S,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: JobWithMetadata<unknown>[]) =>
      Promise.all(jobs.map((job) => runOne(boss, { kind, run }, job, log))),
  );
}

type Worker = Pick<JobWorker, "kind" | "run">;

/**
 * One job of a batch, which ends alone: it is settled as soon as it is done, whatever becomes of the others. The result is for the queue,
 * which settles with it at the end of the batch what could not be settled before; a job that is settled stays as it is.
 */
async function runOne(
  boss: PgBoss,
  { kind, run }: Worker,
  job: JobWithMetadata<unknown>,
  log: JobLog,
): Promise<JobResult> {
  const result = await tryOne({ kind, run }, job, log);
  try {
    if (result.status === "completed") await boss.complete(kind.name, job);
    else await boss.fail(kind.name, job);
  } catch (error) {
    log.debug({ err: error, job: kind.name }, "A job is settled with its batch");
  }
  return result;
}

async function tryOne(
  { kind, run }: Worker,
  job: JobWithMetadata<unknown>,
  log: JobLog,
): Promise<JobResult> {
  try {
    await withinLimit(kind, run(job.data));
    return { id: job.id, status: "completed" };
  } catch (error) {
    const isLast = job.retryCount >= job.retryLimit;
    const entry = { err: error, job: kind.name, try: job.retryCount + 1 };
    if (isLast) log.error(entry, "Job failed for good");
    else log.warn(entry, "Job failed and will be tried again");
    return { id: job.id, status: "failed" };
  }
}

function limitOf({ limitS = JOB_LIMIT_S }: JobKind): number {
  return limitS;
}

/** Rejects where the work takes longer than its kind may. */
async function withinLimit(kind: JobKind, work: Promise<void>): Promise<void> {
  const limitS = limitOf(kind);
  const done = new AbortController();
  const late = sleep(limitS * 1_000, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`A job ${kind.name} took longer than ${limitS} s`);
  });
  late.catch(() => undefined);
  await Promise.race([work, late]).finally(() => done.abort());
}
