import * as z from "zod/mini";
import type { Db, Tx } from "../db/database.ts";

/*
 * Work that must happen after a commit, once somebody committed to it: it is written in the transaction of its cause and
 * done by any server process, at least once, with growing pauses between tries. A handler must therefore be idempotent.
 */

export interface JobKind<S extends z.core.$ZodType = z.core.$ZodType> {
  /** `feature.what-is-done`; in the database for ever, so it is never renamed. */
  readonly name: string;
  /** Stored data may be older than this server: it is parsed again when the job is taken. */
  readonly data: S;
  /** Tries after the first one; the pauses grow from a second to five minutes. */
  readonly retries: number;
  /** Seconds that one try may take, JOB_LIMIT_S unless told; then it has failed, and the next one may begin while it still runs. */
  readonly limitS?: number;
}

/** Enough for work in portions that goes on where it was cut off. */
export const JOB_LIMIT_S = 15 * 60;
/** For jobs that hand something to a mail server, which gives up after 15 s: others of their kind wait for them. */
export const MAIL_JOB_LIMIT_S = 60;

/** Declares one kind of job; it stands in the `.jobs.ts` of its feature. */
export function jobKind<S extends z.core.$ZodType>(kind: JobKind<S>): JobKind<S> {
  return kind;
}

/** A kind of job together with what does it. */
export interface JobWorker {
  readonly kind: JobKind;
  /** Cron expression in UTC for work that comes round by itself; its data is empty. */
  readonly cron: string | undefined;
  readonly run: (data: unknown) => Promise<void>;
}

/** Binds a kind to its handler, which gets parsed data; a throw means: try again later. */
export function worker<S extends z.core.$ZodType>(
  kind: JobKind<S>,
  handle: (data: z.output<S>) => Promise<void>,
  cron?: string,
): JobWorker {
  return {
    kind,
    cron,
    run: async (data) => {
      // Stored by a server, not sent by a stranger: a job may name any number of people.
      const parsed = z.safeParse(kind.data, data);
      if (!parsed.success)
        throw new Error(`A job ${kind.name} holds data that its kind does not take`);
      await handle(parsed.data);
    },
  };
}

interface EnqueueOptions {
  /** Not before this moment of the database's clock. */
  readonly startAfter?: Date;
}

export interface Jobs {
  /**
   * Part of the given transaction: the job exists when, and only when, it commits. DB_UNAVAILABLE while the queue cannot
   * start; the first seconds are waited for.
   */
  enqueue<S extends z.core.$ZodType>(
    db: Db | Tx,
    kind: JobKind<S>,
    data: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<void>;
}
