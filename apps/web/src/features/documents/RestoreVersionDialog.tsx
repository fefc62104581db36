import type { DocumentVersion } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentReads } from "./document-reads.ts";
import { versionReads } from "./version-reads.ts";
import { versionTexts } from "./version-texts.ts";

interface RestoreVersionDialogProps {
  version: DocumentVersion;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before the document gets the text of a version. */
export function RestoreVersionDialog({ version, onDone, onClose }: RestoreVersionDialogProps) {
  const { documentId: id, id: versionId, createdAt } = version;
  const { act } = useAct("restoreDocumentVersion", [...versionReads, ...documentReads]);
  const date = formatDate(new Date(createdAt), "full");
  return (
    <FormDialog
      title={t(versionTexts.restoreTitle, { date })}
      text={t(versionTexts.restoreText)}
      verb={t(versionTexts.restoreVerb)}
      failure={t(versionTexts.restoreFailed)}
      onConfirm={async () => {
        await act({ params: { id, versionId } });
        toast({ title: t(versionTexts.restored, { date }) });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
