import { useId, type ReactNode } from "react";

interface SpecimenProps {
  title: string;
  children: ReactNode;
}

export function Specimen({ title, children }: SpecimenProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-surface=""
      className="min-w-0 rounded-lg bg-sheet p-4.5 shadow-sheet"
    >
      <h2 id={id} className="mb-3 text-lg font-strong tracking-title">
        {title}
      </h2>
      <div className="flex flex-wrap items-center gap-2.5">{children}</div>
    </section>
  );
}
