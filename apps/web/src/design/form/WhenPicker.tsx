import clsx from "clsx";
import { Calendar, Clock, type LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import { clockKey, dayKey, formatDate, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { momentText, type WhenChoice } from "./near-times.ts";
import { TextField } from "./TextField.tsx";
import { useFieldError } from "./use-submission.ts";
import { whenTexts } from "./when-texts.ts";

const MINUTE_MS = 60_000;

interface WhenPickerProps {
  /** Names the group. */
  label: string;
  choices: readonly WhenChoice[];
  /** The first and the last moment that may be chosen. */
  min: Date;
  max: Date;
  /** Undefined while no moment between them is chosen. One that is no choice begins as an own time. */
  value: Date | undefined;
  onChange: (value: Date | undefined) => void;
  /** A refusal of a form that names this field is shown at it. */
  name?: string;
}

/** Near moments, and a day and time of one's own; all in the zone of the person. */
export function WhenPicker(props: WhenPickerProps) {
  const { label, choices, min, max, value, onChange, name } = props;
  const group = useId();
  const [now] = useState(() => new Date());
  const [own, setOwn] = useState(() => toOwn(value, choices));
  const refused = useFieldError(name);
  const isOutside = own !== undefined && isWhole(own) && value === undefined;
  const range = { from: formatDate(min, "full"), to: formatDate(max, "full") };
  const error = isOutside ? t(whenTexts.outside, range) : refused.error;

  function choose(at: Date | undefined, next?: OwnTime): void {
    refused.forget();
    setOwn(next);
    onChange(at && at >= min && at <= max ? at : undefined);
  }
  const chooseOwn = (next: OwnTime): void =>
    choose(isWhole(next) ? toMoment(next) : undefined, next);

  return (
    <div>
      <div role="radiogroup" aria-label={label} className="-mx-2 grid gap-0.5">
        {choices.map(({ id, label: words, at }) => (
          <WhenOption
            key={id}
            group={group}
            icon={Clock}
            words={words}
            detail={momentText(at, now)}
            isChecked={own === undefined && value?.getTime() === at.getTime()}
            onChoose={() => choose(at)}
          />
        ))}
        <WhenOption
          group={group}
          icon={Calendar}
          words={t(whenTexts.own)}
          isChecked={own !== undefined}
          onChoose={() => chooseOwn(own ?? toFields(value ?? choices.at(-1)?.at ?? min))}
        />
      </div>
      {own && (
        <div className="mt-2 grid grid-cols-2 items-start gap-2">
          <TextField
            label={t(whenTexts.day)}
            type="date"
            min={dayKey(min)}
            max={dayKey(max)}
            value={own.day}
            error={error}
            onChange={(day) => chooseOwn({ ...own, day })}
          />
          <TextField
            label={t(whenTexts.time)}
            type="time"
            value={own.time}
            onChange={(time) => chooseOwn({ ...own, time })}
          />
        </div>
      )}
    </div>
  );
}

/** As the fields have it: 2026-11-19 and 09:05, or empty. */
interface OwnTime {
  readonly day: string;
  readonly time: string;
}

const isWhole = ({ day, time }: OwnTime): boolean => day !== "" && time !== "";

function toFields(at: Date): OwnTime {
  return { day: dayKey(at), time: clockKey(at) };
}

function toOwn(value: Date | undefined, choices: readonly WhenChoice[]): OwnTime | undefined {
  const isChoice = choices.some(({ at }) => at.getTime() === value?.getTime());
  return value === undefined || isChoice ? undefined : toFields(value);
}

function toMoment({ day, time }: OwnTime): Date {
  const [hour, minute = 0] = time.split(":").map(Number);
  return new Date(momentOf(day, hour).getTime() + minute * MINUTE_MS);
}

interface WhenOptionProps {
  group: string;
  icon: LucideIcon;
  words: string;
  detail?: string;
  isChecked: boolean;
  onChoose: () => void;
}

function WhenOption({ group, icon: Icon, words, detail, isChecked, onChoose }: WhenOptionProps) {
  return (
    <label
      className={clsx(
        "flex h-8.5 cursor-pointer items-center gap-2.25 rounded-sm px-2 coarse:h-11 coarse:text-md",
        "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
        isChecked ? "bg-selected font-medium" : "hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChecked}
        onChange={onChoose}
        className="sr-only"
      />
      <Icon aria-hidden="true" className={isChecked ? "text-accent-ink" : "text-ink-subtle"} />
      <span className="min-w-0 flex-1 truncate">{words}</span>
      {detail !== undefined && (
        <span className="text-xs font-regular text-ink-muted tabular-nums">{detail}</span>
      )}
    </label>
  );
}
