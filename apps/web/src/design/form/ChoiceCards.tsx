import type { LucideIcon } from "lucide-react";
import { useId } from "react";

interface ChoiceCard<V extends string> {
  readonly value: V;
  readonly label: string;
  /** The meaning of the choice. */
  readonly note: string;
  readonly icon: LucideIcon;
}

interface ChoiceCardsProps<V extends string> {
  label: string;
  options: readonly ChoiceCard<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, each with what it means; the arrow keys choose. */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const { label, options, value, onChange } = props;
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <span id={id} className="mb-1.5 block font-medium">
        {label}
      </span>
      <div className="grid gap-2">
        {options.map(({ value: own, label: words, note, icon: Icon }) => (
          <label
            key={own}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md px-2.5 py-2 inset-ring inset-ring-line-strong hover:bg-hover has-checked:bg-accent-soft has-checked:inset-ring-2 has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              value={own}
              checked={own === value}
              aria-describedby={`${id}-${own}`}
              aria-label={words}
              onChange={() => onChange(own)}
              className="size-4 cursor-pointer accent-accent outline-none"
            />
            <span className="font-strong">{words}</span>
            <Icon
              aria-hidden="true"
              className="col-start-3 row-span-2 row-start-1 text-ink-subtle"
            />
            <span id={`${id}-${own}`} className="col-start-2 text-ink-muted">
              {note}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
