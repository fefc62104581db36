import { strictestRetention } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { retentionTexts } from "./retention-texts.ts";

/** Says in the details of a room when its messages go; in a line that is always there, so that nothing moves once that is known. */
export function RetentionNote({ slug }: { slug: string }) {
  const { data } = useCall("getRoomSettings", { params: { slug } });
  const n = data && strictestRetention(data.workspaceRetentionDays, data.messageRetentionDays);
  const ofFiles = data?.workspaceFileRetentionDays ?? null;
  return (
    <p className="flex min-h-11 items-start gap-2 px-gutter py-3 text-ink-muted">
      {n !== undefined && (
        <>
          <Clock className="mt-0.5 icon-sm flex-none" aria-hidden="true" />
          <span>
            {n === null ? t(retentionTexts.kept) : t(retentionTexts.announced, { n })}
            {ofFiles !== null && (
              <span className="block">{t(retentionTexts.filesAnnounced, { n: ofFiles })}</span>
            )}
          </span>
        </>
      )}
    </p>
  );
}
