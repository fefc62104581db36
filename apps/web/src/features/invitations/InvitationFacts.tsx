import type { ReactNode } from "react";

/** Rows of names and values. */
export function InvitationFacts({ children }: { children: ReactNode }) {
  return <dl className="mt-5 grid gap-1.5 text-start">{children}</dl>;
}

export function InvitationFactsRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="flex-none text-ink-subtle">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
