import type { Document } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actTexts, actWords } from "./act-texts.ts";
import { documentReads } from "./document-reads.ts";

interface RemoveDocumentDialogProps {
  document: Document;
  onClose: () => void;
}

/** Asks before a document leaves the trash for ever. */
export function RemoveDocumentDialog({ document, onClose }: RemoveDocumentDialogProps) {
  const { act } = useAct("deleteDocument", documentReads);
  return (
    <FormDialog
      title={t(actWords.removeTitle, { title: document.title })}
      text={t(actWords.removeText)}
      verb={t(actTexts.remove)}
      failure={t(actWords.removeFailed)}
      isDanger
      onConfirm={() => act({ params: { id: document.id } })}
      onClose={onClose}
    />
  );
}
