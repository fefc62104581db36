import { displayLocale } from "#web/lib/language/locale.ts";

/** A Sunday, at noon in UTC. */
const SUNDAY_MS = Date.UTC(2026, 10, 29, 12);
const DAY_MS = 86_400_000;

/** The names of the days of the week, from Sunday on. */
export function dayNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(displayLocale(), { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(SUNDAY_MS + day * DAY_MS));
}
