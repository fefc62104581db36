import { FILE_TRASH_DAYS, type File } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { fileReads } from "./file-reads.ts";

interface DeleteFileDialogProps {
  file: File;
  onClose: () => void;
}

/** Asks its owner before a file goes into the trash, since others lose it at once. */
export function DeleteFileDialog({ file, onClose }: DeleteFileDialogProps) {
  const { act } = useAct("deleteFile", fileReads);
  return (
    <FormDialog
      title={t(fileDetailsTexts.deleteTitle, { name: file.name })}
      text={t(fileDetailsTexts.deleteText, { days: FILE_TRASH_DAYS })}
      verb={t(fileDetailsTexts.remove)}
      isDanger
      onConfirm={() => act({ params: { id: file.id } })}
      onClose={onClose}
    />
  );
}
