import { displayLocale } from "./locale.ts";

const formats = {
  clock: { timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
  dayAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  dayMonth: { day: "numeric", month: "short" },
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
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than a thousand uses of it, and every message shows a time. */
function formatter(name: keyof typeof formats): Intl.DateTimeFormat {
  const locale = displayLocale();
  const key = `${locale} ${name}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, formats[name]);
  formatters.set(key, made);
  return made;
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
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}
