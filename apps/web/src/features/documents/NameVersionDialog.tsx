import { VERSION_NAME_MAX, type DocumentId } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { versionReads } from "./version-reads.ts";
import { versionTexts } from "./version-texts.ts";

interface NameVersionDialogProps {
  id: DocumentId;
  onClose: () => void;
}

/** Names what stands in a document now. */
export function NameVersionDialog({ id, onClose }: NameVersionDialogProps) {
  const [name, setName] = useState("");
  const { act } = useAct("createDocumentVersion", versionReads);
  return (
    <FormDialog
      title={t(versionTexts.nameNow)}
      text={t(versionTexts.nameNowText)}
      verb={t(versionTexts.nameVerb)}
      failure={t(versionTexts.nameFailed)}
      isDisabled={name.trim() === ""}
      onConfirm={() => act({ params: { id }, body: { name: name.trim() } })}
      onClose={onClose}
    >
      <TextField
        label={t(versionTexts.newName)}
        name="name"
        autoFocus
        dir="auto"
        autoComplete="off"
        maxLength={VERSION_NAME_MAX}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
