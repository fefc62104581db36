import { useId, type ReactNode } from "react";

interface DashboardPartProps {
  title: string;
  /** How much there is of it. */
  count: number;
  children: ReactNode;
}

export function DashboardPart({ title, count, children }: DashboardPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 pt-4.5 pb-1.5">
      <h2 id={id} className="mb-1 flex min-h-7 items-center gap-2 text-body leading-5 font-strong">
        {title}
        <span className="font-regular text-ink-subtle tabular-nums">{count}</span>
      </h2>
      {children}
    </section>
  );
}
