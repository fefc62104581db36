import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "../database-log.ts";
import { startPostmaster, stopPostmaster, type PostmasterOptions } from "./postmaster.ts";

/** Keeps PostgreSQL running until it is told to stop. */
export interface Supervisor {
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;

/**
 * Starts PostgreSQL and starts it again whenever it ends by itself, for as long as it takes: in the meantime callers are told
 * that the database is unavailable. Only the very first start may fail.
 */
export async function supervise(options: PostmasterOptions, log: DatabaseLog): Promise<Supervisor> {
  let current = await startPostmaster(options);
  const stopping = new AbortController();
  const finished = watch();

  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort();
      await stopPostmaster(current.pid, options);
      await finished;
    },
  };

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ pid: current.pid }, "The embedded database ended by itself; starting it again");
      await restart();
    }
  }

  async function restart(): Promise<void> {
    for (
      let waitMs = RETRY_FIRST_MS;
      !stopping.signal.aborted;
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
    ) {
      try {
        current = await startPostmaster(options);
        log.info({ pid: current.pid }, "The embedded database is running again");
        // It was told to stop while it started.
        if (stopping.signal.aborted) await stopPostmaster(current.pid, options);
        return;
      } catch (error) {
        log.error({ err: error }, "The embedded database cannot be started");
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }
}
