import type { Webhook } from "@colbin/protocol";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds between two tries of a call, of which there are eight within a day (rules-notifications 25). */
const pausesS: readonly number[] = [
  10,
  MINUTE_S,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  6 * HOUR_S,
  15 * HOUR_S,
];

/** When a call that was tried so often is tried again; undefined where it is given up. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const pauseS = pausesS[tries - 1];
  return pauseS === undefined ? undefined : new Date(now.getTime() + pauseS * 1_000);
}

/** Any 2xx; a redirect is followed nowhere, and is a failure. */
export function toOutcome(status: number | null): NonNullable<Webhook["last"]>["outcome"] {
  return status !== null && status >= 200 && status < 300 ? "delivered" : "failed";
}
