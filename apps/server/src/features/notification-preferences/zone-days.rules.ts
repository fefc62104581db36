const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const WEEK_DAYS = 7;
/** 1970-01-01, the day with the number 0, was a Thursday: the fourth of the week. */
const THURSDAY = 4;

/** A time that clocks show twice, when they are put back: the first or the last one is meant. */
type Which = "first" | "last";

interface Day {
  readonly date: Temporal.PlainDate;
  /** The moment at which the clock shows 00:00 for the first time, or what it shows in its place. */
  readonly begin: number;
  /** Clocks are neither put forward nor back: a time is its minutes after the begin. */
  readonly isRegular: boolean;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: number): number {
  return ((day + THURSDAY - 1) % WEEK_DAYS) + 1;
}

export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/**
 * The days of a time zone, by their number since 1970-01-01, with the moments of their times. Each day is looked up in the calendar once:
 * many people share a zone.
 */
export class ZoneDays {
  readonly #zone: string;
  readonly #days = new Map<number, Day>();
  readonly #begins = new Map<number, number>();
  readonly #odd = new Map<string, number>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** The number of the day that clocks of the zone show at a moment. */
  numberAt(at: number): number {
    // Zones are less than a day away from UTC.
    let day = Math.floor(at / DAY_MS) - 1;
    while (this.#beginOf(day + 1) <= at) day += 1;
    return day;
  }

  /** The moment at which clocks show so many minutes after 00:00. A time that they leap over stands for the moment of the leap. */
  momentOf(number: number, minutes: number, which: Which): number {
    const { date, begin, isRegular } = this.#dayOf(number);
    if (isRegular) return begin + minutes * MINUTE_MS;
    const key = `${number} ${minutes} ${which}`;
    let moment = this.#odd.get(key);
    if (moment === undefined) {
      moment = findMoment(date, minutes, this.#zone, which);
      this.#odd.set(key, moment);
    }
    return moment;
  }

  #dayOf(number: number): Day {
    const known = this.#days.get(number);
    if (known) return known;
    const begin = this.#beginOf(number);
    const isRegular = this.#beginOf(number + 1) - begin === DAY_MS;
    const day = { date: dateOf(number), begin, isRegular };
    this.#days.set(number, day);
    return day;
  }

  #beginOf(number: number): number {
    let begin = this.#begins.get(number);
    if (begin === undefined) {
      begin = findMoment(dateOf(number), 0, this.#zone, "first");
      this.#begins.set(number, begin);
    }
    return begin;
  }
}

function dateOf(number: number): Temporal.PlainDate {
  const { year, month, day } = toFields(new Date(number * DAY_MS));
  return new Temporal.PlainDate(year, month, day);
}

function toFields(at: Date) {
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

function findMoment(date: Temporal.PlainDate, minutes: number, zone: string, which: Which): number {
  const time = new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60);
  const local = date.toPlainDateTime(time);
  const disambiguation = which === "first" ? "earlier" : "later";
  const at = local.toZonedDateTime(zone, { disambiguation });
  if (at.toPlainDateTime().equals(local)) return at.epochMilliseconds;
  // The clock never shows it.
  const before = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  return before.getTimeZoneTransition("next")?.epochMilliseconds ?? at.epochMilliseconds;
}
