import { PAUSE_MAX_MS, type QuietHoursMode, type QuietRange } from "@colbin/protocol";
import { minutesOf, weekdayOf, ZoneDays } from "./zone-days.rules.ts";

/** By the number of the day, 0 for Sunday. */
export type QuietDays = Readonly<
  Partial<Record<"0" | "1" | "2" | "3" | "4" | "5" | "6", readonly QuietRange[]>>
>;

export interface QuietSettings {
  readonly mode: QuietHoursMode;
  readonly range: QuietRange;
  readonly days: QuietDays;
}

/** The preferences that a person begins with. */
export const defaultRange: QuietRange = { from: "19:00", until: "08:00" };

/** A person who is quiet without an end is looked at again after so many days. */
export const HORIZON_DAYS = 8;
const SATURDAY = 6;
const SUNDAY = 7;

/** The ranges that begin on a day of the week: 1 is Monday, 7 is Sunday. */
function rangesOf({ mode, range, days }: QuietSettings, weekday: number): readonly QuietRange[] {
  const isWeekend = weekday === SATURDAY || weekday === SUNDAY;
  switch (mode) {
    case "OFF":
      return [];
    case "EVERY_DAY":
      return [range];
    case "WEEKDAYS_ONLY":
      return isWeekend ? [] : [range];
    case "WEEKENDS_ONLY":
      return isWeekend ? [range] : [];
    case "CUSTOM":
      return days[String(weekday % SUNDAY) as keyof QuietDays] ?? [];
  }
}

/** Both are milliseconds; the end is outside. */
interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** The days of time zones, for as many people as are looked at together: they are looked up once. */
export class QuietClock {
  readonly #zones = new Map<string, ZoneDays>();

  of(zone: string): ZoneDays {
    let days = this.#zones.get(zone);
    if (!days) {
      days = new ZoneDays(zone);
      this.#zones.set(zone, days);
    }
    return days;
  }
}

/**
 * The stretches that begin on a day, in real time: from the first time that the clock shows their begin to the last time that it shows
 * their end. One that a leap of the clock swallows has no length.
 */
function stretchesOf(settings: QuietSettings, day: number, days: ZoneDays): readonly Stretch[] {
  return rangesOf(settings, weekdayOf(day)).map((range) => {
    const [from, until] = [minutesOf(range.from), minutesOf(range.until)];
    const isWhole = from === until;
    return {
      begin: days.momentOf(day, isWhole ? 0 : from, "first"),
      end: days.momentOf(until <= from ? day + 1 : day, isWhole ? 0 : until, "last"),
    };
  });
}

/** The end of the stretches that hold a moment, the longest of them; undefined where none does. */
function endAt(settings: QuietSettings, at: number, days: ZoneDays): number | undefined {
  const today = days.numberAt(at);
  let last: number | undefined;
  for (const day of [today - 1, today])
    for (const { begin, end } of stretchesOf(settings, day, days))
      if (begin <= at && at < end && (last === undefined || last < end)) last = end;
  return last;
}

/**
 * The end of the quiet time that holds now, with what follows on it without a gap; null where it is not quiet. Evaluated on real calendar
 * dates of the zone. Whoever is quiet for longer than HORIZON_DAYS gets the beginning of the day after those, to be looked at again.
 */
export function quietUntil(
  settings: QuietSettings,
  zone: string,
  now: Date,
  clock = new QuietClock(),
): Date | null {
  if (settings.mode === "OFF") return null;
  const days = clock.of(zone);
  const from = now.getTime();
  let until = endAt(settings, from, days);
  if (until === undefined) return null;
  const horizon = days.momentOf(days.numberAt(from) + HORIZON_DAYS, 0, "first");
  for (
    let next = endAt(settings, until, days);
    next !== undefined && until < horizon;
    next = endAt(settings, until, days)
  )
    until = next;
  return new Date(Math.min(until, horizon));
}

/** When the next quiet time begins; null where it is quiet now, or where none begins within HORIZON_DAYS. */
export function quietFrom(settings: QuietSettings, zone: string, now: Date): Date | null {
  const days = new QuietClock().of(zone);
  const at = now.getTime();
  if (settings.mode === "OFF" || endAt(settings, at, days) !== undefined) return null;
  const today = days.numberAt(at);
  const begins = Array.from({ length: HORIZON_DAYS }, (_, after) => today + after)
    .flatMap((day) => stretchesOf(settings, day, days))
    .filter(({ begin, end }) => begin > at && begin < end)
    .map(({ begin }) => begin);
  return begins.length === 0 ? null : new Date(Math.min(...begins));
}

/** The end of a pause and of the quiet hours together, the later one: a pause that ends in quiet hours goes over into them. */
export function heldUntil(
  { pausedUntil, ...settings }: QuietSettings & { readonly pausedUntil: Date | null },
  zone: string,
  now: Date,
  clock = new QuietClock(),
): Date | null {
  const isPaused = pausedUntil !== null && pausedUntil > now;
  const from = isPaused ? pausedUntil : now;
  return quietUntil(settings, zone, from, clock) ?? (isPaused ? pausedUntil : null);
}

/** In the future, and a week away at most (rules-notifications 18). */
export function isPausable(until: Date, now: Date): boolean {
  const ahead = until.getTime() - now.getTime();
  return ahead > 0 && ahead <= PAUSE_MAX_MS;
}

/** The names of ranges with the same time twice, of which the whole day has to be meant. */
export function wholeDays({ range, days }: Omit<QuietSettings, "mode">): readonly string[] {
  const isWhole = ({ from, until }: QuietRange): boolean => from === until;
  const ofDays = Object.entries(days)
    .filter(([, ranges]) => ranges.some(isWhole))
    .map(([day]) => `days.${day}`);
  return [...(isWhole(range) ? ["range"] : []), ...ofDays];
}
