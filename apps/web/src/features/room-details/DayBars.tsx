import type { ReplyOf } from "@colbin/protocol";
import { formatDate, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { statisticsTexts } from "./statistics-texts.ts";

export type Days = ReplyOf<"getMessageStatistics">["perDay"];

const WIDTH = 296;
const HEIGHT = 56;
const TOP = 4;
const BASE = TOP + HEIGHT;
/** So much of the place of a day is its bar. */
const BAR_SHARE = 0.7;
/** A day with a message is seen beside the busiest one. */
const BAR_PX_MIN = 2;

/** A bar for each day, today the last; the name says what the picture shows. */
export function DayBars({ days }: { days: Days }) {
  const counts = days.map(({ count }) => count);
  const most = Math.max(...counts);
  const step = WIDTH / days.length;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const label = t(statisticsTexts.chart, {
    first: dayText(first.date),
    last: dayText(last.date),
    least: numberText(Math.min(...counts)),
    most: numberText(most),
    today: numberText(last.count),
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${BASE + 20}`}
      className="block h-auto w-full overflow-visible text-2xs"
    >
      {days.map(({ date, count }, at) => (
        <rect
          key={date}
          x={at * step}
          y={BASE - barHeight(count, most)}
          width={step * BAR_SHARE}
          height={barHeight(count, most)}
          rx={Math.min(2.5, (step * BAR_SHARE) / 4)}
          className={date === last.date ? "fill-accent" : "fill-control"}
        >
          <title>{`${dayText(date)}: ${numberText(count)}`}</title>
        </rect>
      ))}
      <line x1="0" x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} className="stroke-line" />
      <text x="0" y={BASE + 16} className="fill-ink-subtle">
        {dayText(first.date)}
      </text>
      <text x={WIDTH} y={BASE + 16} textAnchor="end" className="fill-ink-subtle tabular-nums">
        {t(statisticsTexts.today, { n: numberText(last.count) })}
      </text>
    </svg>
  );
}

function barHeight(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(BAR_PX_MIN, (count / most) * HEIGHT);
}

/** 26 November, for a day that the server names 2026-11-26. */
export function dayText(date: string): string {
  return formatDate(momentOf(date, 12), "dayMonth");
}

export function numberText(count: number): string {
  return count.toLocaleString(displayLocale());
}
