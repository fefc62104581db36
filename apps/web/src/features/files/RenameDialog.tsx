import { FILE_NAME_UNITS_MAX, type File } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { fileReads } from "./file-reads.ts";

interface RenameDialogProps {
  file: File;
  onClose: () => void;
}

/** The owner gives a file another name. */
export function RenameDialog({ file, onClose }: RenameDialogProps) {
  const [name, setName] = useState(file.name);
  const { act } = useAct("renameFile", fileReads);
  return (
    <FormDialog
      title={t(fileDetailsTexts.renameTitle)}
      text={t(fileDetailsTexts.renameText)}
      verb={t(fileDetailsTexts.rename)}
      isDisabled={name.trim() === ""}
      onConfirm={() => act({ params: { id: file.id }, body: { name } })}
      onClose={onClose}
    >
      <TextField
        label={t(fileDetailsTexts.newName)}
        name="name"
        autoFocus
        dir="auto"
        maxLength={FILE_NAME_UNITS_MAX}
        value={name}
        onChange={setName}
        onFocus={({ target }) => {
          const end = target.value.lastIndexOf(".");
          target.setSelectionRange(0, end > 0 ? end : target.value.length);
        }}
      />
    </FormDialog>
  );
}
