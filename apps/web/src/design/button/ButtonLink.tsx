import type { ComponentProps } from "react";

/** Leads somewhere by a full page load, and looks like the large secondary button. */
export function ButtonLink(props: ComponentProps<"a"> & { href: string }) {
  const { children, ...rest } = props;
  return (
    <a
      {...rest}
      className="layered inline-flex h-control-lg items-center justify-center rounded-md bg-raised px-4 text-md font-medium shadow-card"
    >
      {children}
    </a>
  );
}
