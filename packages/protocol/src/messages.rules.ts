/** May what was sent at `sentMs` be changed at `nowMs`, where its author has so many minutes for it? Null is no limit. */
export function isInEditWindow(sentMs: number, minutes: number | null, nowMs: number): boolean {
  return minutes === null || nowMs - sentMs < minutes * 60_000;
}
