import type { PersonState } from "@colbin/protocol";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { lateTexts } from "./presence-words.ts";
import { presenceTexts } from "./texts.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const DAYS_MAX = 7;

/** How somebody is; who is gone, since when: just now, minutes, hours, days below 7, then the date (specification, section 9). */
export function presenceText(
  { presence, lastSeen }: Pick<PersonState, "presence" | "lastSeen">,
  now: Date,
): string {
  if (presence !== "offline" || lastSeen === null) return t(presenceTexts[presence]);
  return t(lateTexts.lastSeen, { when: whenText(new Date(lastSeen), now) });
}

/** How long ago it was; a week and longer by the date. */
export function whenText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return t(lateTexts.justNow);
  const ago = new Intl.RelativeTimeFormat(displayLocale());
  if (minutes < HOUR_MINUTES) return ago.format(-minutes, "minute");
  if (minutes < DAY_MINUTES) return ago.format(-Math.floor(minutes / HOUR_MINUTES), "hour");
  const days = Math.floor(minutes / DAY_MINUTES);
  return days < DAYS_MAX ? ago.format(-days, "day") : formatDate(at, "date");
}

/** The status of a person, and until when; undefined for nothing. */
export function statusText({
  customStatus,
}: Pick<PersonState, "customStatus">): string | undefined {
  if (!customStatus) return undefined;
  const { emoji, text, expiresAt } = customStatus;
  const words = [emoji, text].filter(Boolean).join(" ");
  if (expiresAt === null) return words;
  const at = new Date(expiresAt);
  const isToday = dayKey(at) === dayKey(new Date());
  return t(lateTexts.until, { status: words, when: formatDate(at, isToday ? "clock" : "date") });
}
