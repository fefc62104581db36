import clsx from "clsx";
import type { ComponentProps } from "react";

interface ListOptionProps extends ComponentProps<"button"> {
  isSelected: boolean;
}

/** An entry of a listbox whose field keeps the focus: its keys work here, and a press takes nothing from it. */
export function ListOption({ isSelected, className, ...rest }: ListOptionProps) {
  return (
    <button
      {...rest}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onMouseDown={(event) => event.preventDefault()}
      className={clsx(
        "flex w-full items-center gap-3 rounded-sm ps-3 pe-2.5 select-none",
        isSelected ? "bg-selected [&>.lucide]:text-accent-ink" : "[&>.lucide]:text-ink-subtle",
        className,
      )}
    />
  );
}
