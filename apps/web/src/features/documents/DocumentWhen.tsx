import { whenText } from "#web/features/presence/last-seen.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { useMinute } from "#web/lib/language/use-today.ts";

/** How long ago it was, with the whole date as its title. */
export function DocumentWhen({ at }: { at: string }) {
  const now = useMinute();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDate(date, "full")}>
      {whenText(date, new Date(now))}
    </time>
  );
}
