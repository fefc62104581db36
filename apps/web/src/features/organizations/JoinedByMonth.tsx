import { displayLocale } from "#web/lib/language/locale.ts";

interface JoinedByMonthProps {
  /** The oldest first; `month` is 2026-11. */
  months: readonly { readonly month: string; readonly count: number }[];
}

/** How many came in each month: a number to read, and a bar to compare. */
export function JoinedByMonth({ months }: JoinedByMonthProps) {
  const most = Math.max(1, ...months.map(({ count }) => count));
  const name = new Intl.DateTimeFormat(displayLocale(), {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <ol className="grid gap-1.5 p-4.5 max-pair:p-3.5">
      {months.map(({ month, count }) => (
        <li key={month} className="flex items-center gap-3">
          <span className="w-20 flex-none text-ink-muted">
            {name.format(new Date(`${month}-01T00:00:00Z`))}
          </span>
          <span aria-hidden="true" className="h-2 min-w-0 flex-1 rounded-full bg-hover">
            <i
              data-mark=""
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(count / most) * 100}%` }}
            />
          </span>
          <span className="w-12 flex-none text-end tabular-nums">
            {count.toLocaleString(displayLocale())}
          </span>
        </li>
      ))}
    </ol>
  );
}
