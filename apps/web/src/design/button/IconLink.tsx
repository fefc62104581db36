import clsx from "clsx";
import type { ComponentProps } from "react";

type IconLinkProps = ComponentProps<"a"> & {
  /** Its name, and its tooltip. */
  label: string;
  size?: "sm" | "md";
};

const sizes = { sm: "size-control-sm", md: "size-control-md" } as const;

/** A way out of the app, or to a file, with an icon alone. */
export function IconLink({ label, size = "md", ...rest }: IconLinkProps) {
  return (
    <a
      {...rest}
      aria-label={label}
      data-tooltip={label}
      className={clsx(
        "relative grid flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink",
        sizes[size],
      )}
    />
  );
}
