import { dayAfter, dayKey, formatDate, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { whenTexts } from "./when-texts.ts";

/** A moment that one click chooses. */
export interface WhenChoice {
  readonly id: string;
  readonly label: string;
  readonly at: Date;
}

const MINUTE_MS = 60_000;
const DAYS_OF_WEEK = 7;
const MONDAY = 1;
/** When a day of work begins. */
const MORNING_HOUR = 9;

/** Moments that are near, each once, by the clocks of the reader's own zone. */
export function nearTimes(now: Date): readonly WhenChoice[] {
  const today = dayKey(now);
  const weekday = new Date(today).getUTCDay();
  const toMonday = (MONDAY - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const inDays = (days: number) => momentOf(dayAfter(today, days), MORNING_HOUR);
  const choices = [
    { id: "soon", label: t(whenTexts.soon), at: inMinutes(20) },
    { id: "hour", label: t(whenTexts.hour), at: inMinutes(60) },
    { id: "tomorrow", label: t(whenTexts.tomorrow), at: inDays(1) },
    { id: "monday", label: t(whenTexts.monday), at: inDays(toMonday) },
  ];
  return toMonday === 1 ? choices.slice(0, -1) : choices;
}

/** The clock alone on the same day, with the weekday within the next days, with the date from then on. */
export function momentText(at: Date, now: Date): string {
  const days = (Date.parse(dayKey(at)) - Date.parse(dayKey(now))) / (24 * 60 * MINUTE_MS);
  if (days === 0) return formatDate(at, "clock");
  return formatDate(at, days > 0 && days < DAYS_OF_WEEK ? "weekdayClock" : "dayClock");
}
