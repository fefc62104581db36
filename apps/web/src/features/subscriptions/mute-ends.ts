import { dayAfter, dayKey, momentOf } from "#web/lib/language/dates.ts";

const HOUR_MS = 3_600_000;
/** When a day of work begins. */
const MORNING_HOUR = 9;

/** For how long a room can be muted, and when that ends; without an end until it is taken back. */
export function muteEnds(now: Date) {
  const tomorrow = momentOf(dayAfter(dayKey(now)), MORNING_HOUR);
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  return [
    { id: "muteHour", end: inHours(1) },
    { id: "muteHours", end: inHours(4) },
    { id: "muteTomorrow", end: tomorrow },
    { id: "muteWeek", end: inHours(7 * 24) },
    { id: "muteAlways", end: undefined },
  ] as const;
}
