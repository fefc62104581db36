const DAY_MS = 24 * 60 * 60_000;
/** Hours of Monday between which a digest may leave: a server that was down does not bring it at night. */
const FIRST_HOUR = 9;
const LAST_HOUR = 20;

/** Of Thursday, by which a week belongs to its year (ISO 8601). */
const THURSDAY_AFTER_MONDAY = 3;

/** The ISO week whose digest is due in a time zone now: `2026-W48`; undefined at any other time than Monday from 9 on. */
export function dueWeek(timeZone: string, now: Date): string | undefined {
  const { weekday, year, month, day, hour } = toParts(timeZone, now);
  const isDue = weekday === "Mon" && Number(hour) >= FIRST_HOUR && Number(hour) <= LAST_HOUR;
  return isDue ? weekOfMonday(Date.UTC(Number(year), Number(month) - 1, Number(day))) : undefined;
}

function toParts(timeZone: string, now: Date): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
}

function weekOfMonday(monday: number): string {
  const thursday = new Date(monday + THURSDAY_AFTER_MONDAY * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, "0")}`;
}
