import { account } from "#web/lib/api/account.ts";
import { displayLocale } from "./locale.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const formats = {
  clock: { timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
  dayAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  dayMonth: { day: "numeric", month: "short" },
  weekday: { weekday: "long" },
  weekdayClock: { weekday: "long", hour: "2-digit", minute: "2-digit" },
  dayClock: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  date: { day: "numeric", month: "long", year: "numeric" },
  full: { dateStyle: "full", timeStyle: "short" },
  stamp: {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  /** In Swedish: 2026-11-19 17:15:00 */
  sortable: { dateStyle: "short", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The time zone that the person chose for all devices; undefined is that of the device. */
export function displayZone(): string | undefined {
  return account.session.getSnapshot().user?.preferences.timezone ?? undefined;
}

/** Making a formatter costs more than a thousand uses of it, and every message shows a time. */
function formatter(name: keyof typeof formats, locale = displayLocale()): Intl.DateTimeFormat {
  const timeZone = displayZone();
  const key = `${locale} ${timeZone} ${name}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = makeFormatter(locale, formats[name], timeZone);
  formatters.set(key, made);
  return made;
}

/** In the zone of the device where this browser does not know that one: servers may know others. */
function makeFormatter(
  locale: string,
  format: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...format, ...(timeZone && { timeZone }) });
  } catch {
    return new Intl.DateTimeFormat(locale, format);
  }
}

export function formatDate(date: Date, format: keyof typeof formats): string {
  return formatter(format).format(date);
}

/** The digits of the clock alone, where there is no room for "AM": the whole of it stands beside or in a title. */
export function formatClockDigits(date: Date): string {
  const parts = formatter("clock").formatToParts(date);
  const text = parts.map(({ type, value }) => (type === "dayPeriod" ? "" : value)).join("");
  return text.trim();
}

/** Names the day of the reader's own zone, to compare days: 2026-11-19. */
export function dayKey(date: Date): string {
  return new Date(wallClock(date.getTime())).toISOString().slice(0, 10);
}

/** The day key of so many days later. */
export function dayAfter(key: string, days = 1): string {
  return new Date(Date.parse(key) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How a day is written beside others: with its year, unless that is the one of today. Both are day keys. */
export function dayFormat(key: string, today: string): "dayMonth" | "date" {
  return key.slice(0, 4) === today.slice(0, 4) ? "dayMonth" : "date";
}

/** The hour and minute that clocks of the reader's own zone show then: 09:05. */
export function clockKey(date: Date): string {
  return new Date(wallClock(date.getTime())).toISOString().slice(11, 16);
}

/** When clocks of the reader's own zone show this hour of the day with this key; where they leap over it, the moment of the leap. */
export function momentOf(key: string, hour = 0): Date {
  const shown = Date.parse(key) + hour * HOUR_MS;
  // With the distance from UTC of before and of after a change of the clocks on that day.
  const moments = [-DAY_MS, DAY_MS].map((away) => {
    const near = shown + away;
    return shown - (wallClock(near) - near);
  });
  return new Date(moments.find((at) => wallClock(at) === shown) ?? Math.max(...moments));
}

/** The time that clocks of the reader's own zone show then, as if they showed UTC; whole seconds. */
function wallClock(at: number): number {
  return Date.parse(`${formatter("sortable", "sv").format(at).replace(" ", "T")}Z`);
}
