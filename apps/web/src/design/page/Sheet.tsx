import clsx from "clsx";
import type { ComponentProps } from "react";

/** The place of work, lying on the canvas; edge to edge on a phone. */
export function Sheet({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      data-surface=""
      className={clsx(
        "relative flex min-h-0 min-w-0 flex-1 flex-col overflow-clip bg-sheet pair:rounded-xl pair:shadow-sheet",
        className,
      )}
    />
  );
}
