import { RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MS, RECONNECT_FACTOR } from "@colbin/protocol";

/** Delay before the given try (from 1): 1 s x 1.5 up to 30 s, with full jitter so that thousands do not come at once. */
export function backOffMs(attempt: number, random: () => number): number {
  const most = RECONNECT_DELAY_MS * RECONNECT_FACTOR ** (attempt - 1);
  return Math.round(random() * Math.min(RECONNECT_DELAY_MAX_MS, most));
}
