import clsx from "clsx";

/** A bone in the shape of what comes; size and corners by class. */
export function Skeleton({ className }: { className: string }) {
  return <i aria-hidden="true" className={clsx("animate-breathe block bg-hover", className)} />;
}
