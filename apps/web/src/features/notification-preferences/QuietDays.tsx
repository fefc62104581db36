import { QUIET_RANGES_MAX, type QuietRange } from "@colbin/protocol";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { DayTrack } from "./DayTrack.tsx";
import { dayNumbers, newRange, type Days } from "./quiet-draft.ts";
import { quietTexts } from "./quiet-texts.ts";
import { QuietTimes } from "./QuietTimes.tsx";
import { dayNames } from "./week.ts";

interface QuietDaysProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** Each day with its own times, or none. */
export function QuietDays({ days, onChange }: QuietDaysProps) {
  const names = dayNames();
  return (
    <ul className="divide-y divide-line">
      {dayNumbers.map((day) => (
        <DayRow
          key={day}
          name={names[Number(day)] ?? ""}
          track={<DayTrack days={days} day={day} />}
          ranges={days[day]}
          onChange={(ranges) => onChange({ ...days, [day]: ranges })}
        />
      ))}
    </ul>
  );
}

interface DayRowProps {
  name: string;
  track: ReactNode;
  ranges: readonly QuietRange[];
  onChange: (ranges: QuietRange[]) => void;
}

function DayRow({ name, track, ranges, onChange }: DayRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
      <span className="flex w-28 items-center font-medium max-pair:w-full pair:h-control">
        {name}
      </span>
      <span className="flex h-control items-center max-trio:hidden">{track}</span>
      <div className="grid min-w-0 flex-1 gap-2">
        {ranges.length === 0 && (
          <span className="flex h-control items-center text-ink-subtle">
            {t(quietTexts.notQuiet)}
          </span>
        )}
        {ranges.map((range, at) => (
          <div key={at} className="flex items-center gap-1">
            <QuietTimes
              day={name}
              range={range}
              onChange={(next) => onChange(ranges.with(at, next))}
            />
            <IconButton
              label={t(quietTexts.remove, { day: name, ...range })}
              onClick={() => onChange(ranges.toSpliced(at, 1))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </div>
      {ranges.length < QUIET_RANGES_MAX && (
        <IconButton
          label={t(quietTexts.add, { day: name })}
          onClick={() => onChange([...ranges, newRange])}
        >
          <Plus aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
