import clsx from "clsx";
import type { ComponentProps } from "react";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { busyProps } from "./busy-props.ts";

interface IconButtonProps extends ComponentProps<"button"> {
  /** Its name, and what the tooltip says. */
  label: string;
  /** Keys that do the same, as the tooltip shows them. */
  shortcut?: string;
  size?: "sm" | "md";
  isBusy?: boolean;
}

/** An icon alone. The tooltip is shown by the one TooltipLayer, which finds it by `data-tooltip`. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, size = "sm", isBusy = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-shortcut={shortcut}
      {...rest}
      {...busyProps(isBusy, rest)}
      className={clsx(
        "inline-grid flex-none place-items-center rounded-sm text-ink-subtle transition-colors duration-fast",
        "hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-pressed aria-pressed:bg-pressed aria-pressed:text-ink",
        "disabled:bg-transparent disabled:text-ink-disabled aria-disabled:bg-transparent aria-disabled:text-ink-disabled",
        size === "sm" ? "size-control-sm" : "size-control-md",
        className,
      )}
    >
      {isBusy ? <Spinner /> : children}
    </button>
  );
}
