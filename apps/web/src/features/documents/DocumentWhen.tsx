import { whenText } from "#web/features/presence/last-seen.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { useMinute } from "#web/lib/language/use-today.ts";

interface DocumentWhenProps {
  at: string;
  /** A sentence with it. */
  toText?: (when: string) => string;
}

/** How long ago it was, with the whole date as its title. */
export function DocumentWhen({ at, toText = (when) => when }: DocumentWhenProps) {
  const now = useMinute();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDate(date, "full")}>
      {toText(whenText(date, new Date(now)))}
    </time>
  );
}
