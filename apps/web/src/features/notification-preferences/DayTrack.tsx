import { barsOf } from "./day-track.ts";
import type { DayNumber, Days } from "./quiet-draft.ts";

/** The day from midnight to midnight, with its quiet parts; the fields beside it say the same. */
export function DayTrack({ days, day }: { days: Days; day: DayNumber }) {
  const percent = (hours: number): string => `${(hours / 24) * 100}%`;
  return (
    <span
      aria-hidden="true"
      className="relative my-auto h-2 w-40 flex-none overflow-clip rounded-full bg-hover"
    >
      {barsOf(days, day).map(({ from, to }, at) => (
        <i
          key={at}
          data-mark=""
          className="absolute inset-y-0 bg-accent"
          style={{ insetInlineStart: percent(from), width: percent(to - from) }}
        />
      ))}
    </span>
  );
}
