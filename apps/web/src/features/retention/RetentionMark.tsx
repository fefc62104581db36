import { Clock } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { retentionTexts } from "./retention-texts.ts";

/** Beside the name of a room: its messages are deleted after a time (rules-messages 63). */
export function RetentionMark({ days }: { days: number }) {
  const words = t(retentionTexts.announced, { n: days });
  return (
    <span data-tooltip={words} className="flex-none p-1 text-ink-subtle">
      <Clock className="icon-sm" aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  );
}
