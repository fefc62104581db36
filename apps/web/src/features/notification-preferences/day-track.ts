import type { QuietRange } from "@colbin/protocol";
import type { DayNumber, Days } from "./quiet-draft.ts";

const DAY_HOURS = 24;

/** In hours of the day. */
interface Bar {
  readonly from: number;
  readonly to: number;
}

function hourOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours + minutes / 60;
}

const isPastMidnight = ({ from, until }: QuietRange): boolean => until < from;

/** The quiet parts of a day, those included that began on the day before. */
export function barsOf(days: Days, day: DayNumber): readonly Bar[] {
  const before = days[String((Number(day) + 6) % 7) as DayNumber];
  const rest = before
    .filter(isPastMidnight)
    .map(({ until }): Bar => ({ from: 0, to: hourOf(until) }));
  const own = days[day].map((range): Bar => {
    const { from, until } = range;
    if (from === until) return { from: 0, to: DAY_HOURS };
    return { from: hourOf(from), to: isPastMidnight(range) ? DAY_HOURS : hourOf(until) };
  });
  return [...rest, ...own].filter(({ from, to }) => from < to);
}
