import { reportsKey } from "@colbin/client";
import { useList } from "#web/lib/api/use-list.ts";
import { reports } from "./reports.ts";

/** At the tab of a room: how many are open. */
export function ReportCount({ slug }: { slug: string }) {
  const { total: n = 0 } = useList(reports, reportsKey("open", slug));
  if (n === 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-soft px-1.25 text-2xs font-strong text-accent-ink tabular-nums">
      {n}
    </span>
  );
}
