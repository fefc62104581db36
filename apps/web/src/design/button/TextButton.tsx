import clsx from "clsx";
import type { ComponentProps } from "react";

type TextButtonProps = ComponentProps<"button"> & { isDanger?: boolean };

/** A verb in a line of text. */
export function TextButton({ isDanger, className, ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        "min-h-6 rounded-xs font-medium hover:underline coarse:min-h-touch",
        isDanger ? "text-danger-ink" : "text-accent-ink",
        className,
      )}
    />
  );
}
