import clsx from "clsx";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { displayLocale } from "#web/lib/language/locale.ts";

interface MeterProps {
  title: string;
  count: number;
  /** The parts of the number; at most four. */
  parts: readonly { readonly label: string; readonly count: number }[];
}

const tints = ["bg-accent", "bg-focus", "bg-accent-line", "bg-control"];

/** A number, a bar of its parts, and how many each of them is. */
export function Meter({ title, count, parts }: MeterProps) {
  const format = (number: number) => number.toLocaleString(displayLocale());
  return (
    <div className={clsx(settingLine, "grid gap-2.5")}>
      <p className="flex justify-between gap-6">
        <span className="font-medium">{title}</span>
        <span className="tabular-nums">{format(count)}</span>
      </p>
      <span aria-hidden="true" className="flex h-1.5 gap-0.5 overflow-clip rounded-full bg-hover">
        {parts.map((part, place) => (
          <i
            key={part.label}
            data-mark=""
            className={clsx(tints[place], part.count === 0 && "hidden")}
            style={{ flexGrow: part.count }}
          />
        ))}
      </span>
      <ul className="flex flex-wrap gap-x-4.5 gap-y-1 text-xs text-ink-muted">
        {parts.map((part, place) => (
          <li key={part.label} className="flex items-center gap-1.5 tabular-nums">
            <i
              aria-hidden="true"
              data-mark=""
              className={clsx("size-2 rounded-xs", tints[place])}
            />
            {part.label} {format(part.count)}
          </li>
        ))}
      </ul>
    </div>
  );
}
