import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, type FieldWords } from "./Field.tsx";
import { fieldEdge } from "./field-edge.ts";
import { filterLook } from "./filter-look.ts";

interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface SelectProps<V extends string>
  extends
    Omit<ComponentProps<"select">, "onChange" | "value" | "children" | keyof FieldWords>,
    FieldWords {
  options: readonly SelectOption<V>[];
  value: V;
  onChange: (value: V) => void;
  /** `filter`: above a list, tinted while it holds another than its first option. `cell`: in a row of a table. */
  look?: "field" | "filter" | "cell";
}

const looks = {
  field: clsx("h-control w-full rounded-sm ps-2.5 pe-8 text-md", fieldEdge),
  filter:
    "h-control-md max-w-60 rounded-sm ps-2.5 pe-6.5 font-medium inset-ring coarse:text-read hover:bg-hover",
  cell: "-ms-2 h-control-sm max-w-60 rounded-sm ps-2 pe-6 hover:bg-hover hover:text-ink coarse:text-read",
};

/** One of several. The list is the browser's own: keys, screen readers and fingers know it everywhere. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onChange, look = "field", label, isLabelHidden, ...others } = props;
  const { error, hint, className, ...rest } = others;
  const isHidden = isLabelHidden ?? look !== "field";
  const words = {
    isLabelHidden: isHidden,
    error,
    hint,
    className,
    ...(label !== undefined && { label }),
  };
  return (
    <Field {...words} name={rest.name}>
      {(control, forget) => (
        <span
          className={clsx(
            "relative max-w-full items-center",
            look === "field" ? "grid" : "inline-grid grid-cols-[minmax(0,auto)]",
          )}
        >
          <select
            {...control}
            {...rest}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (!chosen) return;
              forget();
              onChange(chosen.value);
            }}
            className={clsx(
              "cursor-pointer appearance-none overflow-clip text-ellipsis disabled:text-ink-disabled",
              looks[look],
              look !== "field" && "field-sizing-content",
              look === "filter" && filterLook(value !== options[0]?.value),
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-raised text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className={clsx(
              "pointer-events-none absolute",
              look === "field" ? "end-2 text-ink-subtle" : "icon-sm end-2",
              look === "filter" && value !== options[0]?.value && "text-accent-ink",
            )}
          />
        </span>
      )}
    </Field>
  );
}
