import { DOCUMENT_TITLE_MAX, type Document } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actTexts, actWords } from "./act-texts.ts";
import { documentReads } from "./document-reads.ts";

interface RenameDocumentDialogProps {
  document: Document;
  onClose: () => void;
}

export function RenameDocumentDialog({ document, onClose }: RenameDocumentDialogProps) {
  const [title, setTitle] = useState(document.title);
  const { act } = useAct("updateDocument", documentReads);
  return (
    <FormDialog
      title={t(actWords.renameTitle)}
      verb={t(actTexts.rename)}
      onConfirm={() => act({ params: { id: document.id }, body: { title: title.trim() } })}
      onClose={onClose}
    >
      <TextField
        label={t(actWords.newTitle)}
        name="title"
        autoFocus
        dir="auto"
        autoComplete="off"
        maxLength={DOCUMENT_TITLE_MAX}
        value={title}
        onChange={setTitle}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  );
}
