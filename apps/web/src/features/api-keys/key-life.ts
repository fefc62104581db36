const DAY_MS = 24 * 60 * 60_000;

/** Is the time of a key over? It works no more then, and stays in the list until it is removed. */
export function isOver(expiresAt: string): boolean {
  return Date.parse(expiresAt) <= Date.now();
}

/** Keys that still work: the server counts these alone against the limit. */
export function countLive(keys: readonly { readonly expiresAt: string }[]): number {
  return keys.filter(({ expiresAt }) => !isOver(expiresAt)).length;
}

/** Whole days that are left to a key. */
export function daysLeft(expiresAt: string): number {
  return Math.floor((Date.parse(expiresAt) - Date.now()) / DAY_MS);
}

/** The end of a key that is made now for so many days. */
export function endAfter(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}
