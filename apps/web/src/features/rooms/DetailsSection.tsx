import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface DetailsSectionProps {
  title: string;
  /** Rows that reach to the edges. */
  isTight?: boolean;
  children: ReactNode;
}

/** A part of the sheet under a title; a line lies between two of them. */
export function DetailsSection({ title, isTight = false, children }: DetailsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        "grid min-w-0 gap-2 border-line py-4 not-first:border-t",
        isTight ? "px-2.5 max-pair:px-1.5" : "px-gutter",
      )}
    >
      <h2 id={id} className={clsx("text-md font-strong", isTight && "px-2.5")}>
        {title}
      </h2>
      {children}
    </section>
  );
}
