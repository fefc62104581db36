import type { QuietRange } from "@colbin/protocol";
import { TextField } from "#web/design/form/TextField.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { quietTexts } from "./quiet-texts.ts";

interface QuietTimesProps {
  range: QuietRange;
  onChange: (range: QuietRange) => void;
  /** Names the fields for those who do not see where they stand. */
  day?: string;
}

/** From when to when. A field that is emptied keeps its time. */
export function QuietTimes({ range, onChange, day }: QuietTimesProps) {
  const { from, until } = range;
  const change = (next: Partial<QuietRange>): void => {
    const times = { ...range, ...next };
    if (times.from !== "" && times.until !== "") onChange(times);
  };
  const isHidden = day !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 pair:w-70">
      <TextField
        type="time"
        label={isHidden ? t(quietTexts.fromOf, { day }) : t(quietTexts.from)}
        isLabelHidden={isHidden}
        value={from}
        onChange={(value) => change({ from: value })}
      />
      <TextField
        type="time"
        label={isHidden ? t(quietTexts.untilOf, { day }) : t(quietTexts.until)}
        isLabelHidden={isHidden}
        value={until}
        onChange={(value) => change({ until: value })}
      />
    </div>
  );
}
