import { dayAfter, dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messageTexts } from "./texts.ts";

/** Today, Yesterday, Wednesday, 18 November; with the year when it is another one. `today` is a day key. */
export function dayLabel(date: Date, today: string): string {
  const key = dayKey(date);
  if (key === today) return t(messageTexts.today);
  if (dayAfter(key) === today) return t(messageTexts.yesterday);
  return formatDate(date, today.slice(0, 4) === key.slice(0, 4) ? "day" : "dayAndYear");
}
