import { SAVED_NOTE_MAX, type SavedMessage } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { laterTexts } from "./later-texts.ts";
import { saved } from "./saved.ts";

interface NoteDialogProps {
  saved: SavedMessage;
  onClose: () => void;
}

/** The person's own words about a saved message. */
export function NoteDialog({ saved: entry, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(entry.note);
  return (
    <FormDialog
      title={t(laterTexts.noteTitle)}
      text={t(laterTexts.noteText)}
      verb={t(laterTexts.save)}
      onConfirm={() => saved.change(entry.messageId, { note })}
      onClose={onClose}
    >
      <TextField
        label={t(laterTexts.note)}
        name="note"
        autoFocus
        dir="auto"
        maxLength={SAVED_NOTE_MAX}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
