import clsx from "clsx";
import { filterLook } from "#web/design/form/filter-look.ts";

interface DayFilterProps {
  label: string;
  min?: string;
  max?: string;
  /** 2026-11-19, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** A day above a list. The calendar is the browser's own. */
export function DayFilter({ label, min, max, value, onChange }: DayFilterProps) {
  return (
    <label
      className={clsx(
        "inline-flex h-control-md flex-none items-center gap-2 max-pair:gap-1.5 rounded-sm ps-2.5 pe-1.5 font-medium inset-ring focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus",
        filterLook(value !== ""),
      )}
    >
      <span className="max-pair:text-xs">{label}</span>
      <input
        type="date"
        min={min === "" ? undefined : min}
        max={max === "" ? undefined : max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-full min-w-0 flex-1 outline-none coarse:text-read max-pair:[&::-webkit-calendar-picker-indicator]:m-0"
      />
    </label>
  );
}
