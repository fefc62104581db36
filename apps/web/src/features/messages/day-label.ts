import { dayKey, formatDate } from "#web/lib/dates.ts";
import { t } from "#web/lib/i18n.ts";
import { messageTexts } from "./texts.ts";

/** Today, Yesterday, Wednesday, 18 November; with the year when it is another one. `today` is a day key. */
export function dayLabel(date: Date, today: string): string {
  if (dayKey(date) === today) return t(messageTexts.today);
  const nextDay = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  if (dayKey(nextDay) === today) return t(messageTexts.yesterday);
  return formatDate(date, today.startsWith(`${date.getFullYear()}-`) ? "day" : "dayAndYear");
}
