import { strictestRetention } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { retentionTexts } from "./retention-texts.ts";

/** Says in the details of a room when its messages go; nothing where they stay. */
export function RetentionNote({ slug }: { slug: string }) {
  const { data } = useCall("getRoomSettings", { params: { slug } });
  const n = data && strictestRetention(data.workspaceRetentionDays, data.messageRetentionDays);
  if (n === undefined || n === null) return null;
  return (
    <p className="flex items-center gap-2 px-gutter py-3 text-ink-muted">
      <Clock className="icon-sm flex-none" aria-hidden="true" />
      {t(retentionTexts.announced, { n })}
    </p>
  );
}
