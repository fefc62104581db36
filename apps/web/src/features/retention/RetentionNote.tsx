import { Clock } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { retentionTexts } from "./retention-texts.ts";
import { useRetention } from "./use-retention.ts";

/** Says in the details of a room when its messages go; in a line that is always there, so that nothing moves once that is known. */
export function RetentionNote({ slug }: { slug: string }) {
  const n = useRetention(slug);
  return (
    <p className="flex min-h-11 items-center gap-2 px-gutter py-3 text-ink-muted">
      {n !== undefined && (
        <>
          <Clock className="icon-sm flex-none" aria-hidden="true" />
          {n === null ? t(retentionTexts.kept) : t(retentionTexts.announced, { n })}
        </>
      )}
    </p>
  );
}
