import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/*
 * Open loop: the moment of every message is fixed before the run, and its latency counts from that moment. Who waits for
 * a slow server before sending the next message measures a server that is never hurried (coordinated omission).
 */

export interface Schedule {
  /** Milliseconds of `performance.now()` at which message 0 is due. */
  readonly startAt: number;
  readonly perSecond: number;
  readonly count: number;
}

export function dueAt({ startAt, perSecond }: Schedule, index: number): number {
  return startAt + (index * 1000) / perSecond;
}

/** At slow rates the last moment before a message is waited for awake: a timer alone is late by a millisecond. */
const AWAKE_RATE_MAX = 100;
const AWAKE_MS = 1.5;

/** Calls `send` for every message when it is due, late ones at once; settles after the last. */
export async function keepSchedule(
  schedule: Schedule,
  send: (index: number, dueAt: number) => void,
): Promise<void> {
  const isAwake = schedule.perSecond <= AWAKE_RATE_MAX;
  for (let index = 0; index < schedule.count;) {
    const due = dueAt(schedule, index);
    const wait = due - performance.now();
    if (wait <= 0) {
      send(index, due);
      index += 1;
    } else if (isAwake && wait <= AWAKE_MS) await nextTurn();
    else await sleep(isAwake ? wait - AWAKE_MS : 1);
  }
}
