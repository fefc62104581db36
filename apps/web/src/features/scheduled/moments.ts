import { SCHEDULE_AHEAD_MAX_MS, SCHEDULE_AHEAD_MIN_MS } from "@colbin/protocol";

/** Longer than the clock of a device is usually wrong, and than people think about a dialog. */
const MARGIN_MS = 60_000;

/** The first and the last moment for which the server takes a message. */
export function listBounds(now: Date): { readonly min: Date; readonly max: Date } {
  const at = (aheadMs: number) => new Date(now.getTime() + aheadMs);
  return {
    min: at(SCHEDULE_AHEAD_MIN_MS + MARGIN_MS),
    max: at(SCHEDULE_AHEAD_MAX_MS - MARGIN_MS),
  };
}
