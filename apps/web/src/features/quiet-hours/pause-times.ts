import type { WhenChoice } from "#web/design/form/near-times.ts";
import { dayAfter, dayKey, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { pauseTexts } from "./pause-texts.ts";

const MINUTE_MS = 60_000;
/** When a day of work begins. */
const MORNING_HOUR = 9;

/** For how long one pauses with one press. */
export function pauseTimes(now: Date): readonly WhenChoice[] {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  return [
    { id: "half", label: t(pauseTexts.half), at: inMinutes(30) },
    { id: "hours", label: t(pauseTexts.hours), at: inMinutes(120) },
    {
      id: "tomorrow",
      label: t(pauseTexts.tomorrow),
      at: momentOf(dayAfter(dayKey(now)), MORNING_HOUR),
    },
  ];
}
