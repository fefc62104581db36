import { dayAfter, dayKey, momentOf } from "#web/lib/language/dates.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { statusTexts } from "./status-texts.ts";

/** How long a status stays. */
export const lasts = ["never", "minutes45", "hour", "hours2", "hours4", "today"] as const;
export type Last = (typeof lasts)[number];

const MINUTE_MS = 60_000;
const minutes = { minutes45: 45, hour: 60, hours2: 120, hours4: 240 };

/** When that is over, counted from now; null where it never is. Today ends with the day of the reader's own zone. */
export function toExpiry(last: Last, now: Date): string | null {
  if (last === "never") return null;
  if (last === "today") return momentOf(dayAfter(dayKey(now))).toISOString();
  return new Date(now.getTime() + minutes[last] * MINUTE_MS).toISOString();
}

interface Suggestion {
  readonly emoji: string;
  readonly text: Text;
  readonly last: Last;
}

export const suggestions: readonly Suggestion[] = [
  { emoji: "📅", text: statusTexts.meeting, last: "hour" },
  { emoji: "🍜", text: statusTexts.lunch, last: "minutes45" },
  { emoji: "🚆", text: statusTexts.onTheWay, last: "hours2" },
  { emoji: "🏠", text: statusTexts.home, last: "today" },
  { emoji: "🌴", text: statusTexts.holiday, last: "never" },
];
