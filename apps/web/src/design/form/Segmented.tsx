import type { LucideIcon } from "lucide-react";
import { useId } from "react";

interface SegmentedOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
}

interface SegmentedProps<V extends string> {
  label: string;
  options: readonly SegmentedOption<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, all in sight; the arrow keys choose. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex gap-0.5 rounded-sm bg-hover p-0.5 max-pair:flex max-pair:w-full max-pair:flex-wrap"
    >
      {options.map(({ value: own, label: words, icon: Icon }) => (
        <label
          key={own}
          className="relative inline-flex h-[calc(var(--spacing-control-md)-4px)] cursor-pointer items-center gap-1.5 rounded-xs px-2.5 font-medium whitespace-nowrap text-ink-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus max-pair:flex-1 max-pair:justify-center"
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {Icon && <Icon className="icon-sm" aria-hidden="true" />}
          {words}
        </label>
      ))}
    </div>
  );
}
