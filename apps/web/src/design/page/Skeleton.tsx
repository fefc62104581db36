import clsx from "clsx";

/** Placeholder in the shape of the content to come; size and corners by class. */
export function Skeleton({ className }: { className: string }) {
  return <i aria-hidden="true" className={clsx("animate-breathe block bg-hover", className)} />;
}
