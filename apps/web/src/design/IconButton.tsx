import clsx from "clsx";
import type { ComponentProps } from "react";

interface IconButtonProps extends ComponentProps<"button"> {
  /** Its name, and what the tooltip says. */
  label: string;
  /** Keys that do the same, as the tooltip shows them. */
  shortcut?: string;
  size?: "sm" | "md";
}

/** An icon alone. The tooltip is shown by the one TooltipLayer, which finds it by `data-tooltip`. */
export function IconButton({ label, shortcut, size = "sm", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-shortcut={shortcut}
      {...rest}
      className={clsx(
        "inline-grid flex-none place-items-center rounded-sm text-ink-subtle transition-colors duration-fast",
        "hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-pressed aria-pressed:bg-pressed aria-pressed:text-ink",
        size === "sm" ? "size-control-sm" : "size-control-md",
        className,
      )}
    />
  );
}
