import { dayKey, formatDate } from "#web/lib/language/dates.ts";

/** When a status is taken back: the time of today, else the day with it. */
export function toStatusEnd(expiresAt: string): string {
  const at = new Date(expiresAt);
  return formatDate(at, dayKey(at) === dayKey(new Date()) ? "clock" : "full");
}
