import type { Clock } from "#server/platform/clock/clock.ts";

/** A clock that stands still until a test turns it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** Starts at this machine's time, so that moments made by the database agree with it. */
export function createTestClock(start = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    steadyMs: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
