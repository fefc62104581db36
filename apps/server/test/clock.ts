import type { Clock } from "#server/platform/clock/clock.ts";

/** A clock that stands still until a test turns it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Somebody sets the machine's time by so much. */
  set(byMs: number): void;
}

/** Starts at this machine's time, so that moments made by the database agree with it. */
export function createTestClock(start = new Date()): TestClock {
  let steady = start.getTime();
  let set = 0;
  return {
    now: () => new Date(steady + set),
    steadyMs: () => steady,
    advance(ms) {
      steady += ms;
    },
    set(byMs) {
      set += byMs;
    },
  };
}
