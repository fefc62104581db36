import { useList } from "#web/lib/api/use-list.ts";
import { requests } from "./access-lists.ts";

/** At the tab: how many wait. */
export function RequestCount({ slug }: { slug: string }) {
  const { total: n = 0 } = useList(requests, slug);
  if (n === 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-soft px-1.25 text-2xs font-strong text-accent-ink tabular-nums">
      {n}
    </span>
  );
}
