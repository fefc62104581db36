import type { ComponentProps } from "react";

type ViewerLinkProps = ComponentProps<"a"> & { label: string };

/** A way out of the viewer, to the original. */
export function ViewerLink({ label, ...rest }: ViewerLinkProps) {
  return (
    <a
      {...rest}
      aria-label={label}
      data-tooltip={label}
      className="grid size-control-md flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink"
    />
  );
}
