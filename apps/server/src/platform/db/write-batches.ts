import { AppError } from "../app-error.ts";
import { isConflict, sqlStateOf } from "./sql-state.ts";
import { isUnavailable } from "./unavailable.ts";

const MAX_TRIES = 5;
const RETRY_MS = 250;
/** A lane that somebody else has locked is tried again after this long, and each time after twice as long, up to a bound. */
const BUSY_RETRY_MS = 5;
/** Its items give up after this long with DB_UNAVAILABLE. */
const BUSY_PATIENCE_MS = 10_000;

/**
 * What batchers of writes that wait for no lock have in common (ADR 17): a lane that somebody else has locked is held back, at most
 * `afterMaxMs` between two tries; an item that may not wait any more is refused with RATE_LIMITED.
 */
export function waitingForNoLock<Item>(laneOf: (item: Item) => string, afterMaxMs: number) {
  const later = { retryAfterMs: RETRY_MS };
  return {
    refuse: () => new AppError("RATE_LIMITED", later),
    isTransient: isConflict,
    isPoison: (error: unknown) => sqlStateOf(error) !== "" && !isUnavailable(error),
    maxTries: MAX_TRIES,
    holding: {
      laneOf,
      afterMs: BUSY_RETRY_MS,
      afterMaxMs,
      patienceMs: BUSY_PATIENCE_MS,
      giveUp: () => new AppError("DB_UNAVAILABLE", later),
    },
  };
}
