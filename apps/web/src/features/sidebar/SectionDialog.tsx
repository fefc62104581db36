import { SECTION_TITLE_MAX_LENGTH } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { SectionEdit } from "./editing.ts";
import { editingTexts } from "./editing-texts.ts";
import { sidebarTexts } from "./texts.ts";

/** Names a section: a new one stands before the others. */
export function SectionDialog({ edit, onClose }: { edit: SectionEdit; onClose: () => void }) {
  const [title, setTitle] = useState(edit.kind === "rename" ? edit.title : "");
  const isNew = edit.kind === "new";
  const name = title.trim();
  return (
    <FormDialog
      title={t(isNew ? sidebarTexts.newSection : editingTexts.renameSection)}
      verb={t(isNew ? editingTexts.makeVerb : editingTexts.renameVerb)}
      isDisabled={name === ""}
      onConfirm={() =>
        chat.sidebar.change((sections) =>
          edit.kind === "rename"
            ? sections.map((each) => (each.id === edit.id ? { ...each, title: name } : each))
            : [
                { id: crypto.randomUUID(), title: name, roomIds: edit.roomId ? [edit.roomId] : [] },
                ...sections.map((each) => ({
                  ...each,
                  roomIds: each.roomIds.filter((roomId) => roomId !== edit.roomId),
                })),
              ],
        )
      }
      onClose={onClose}
    >
      <TextField
        label={t(editingTexts.sectionName)}
        name="sections"
        autoFocus
        dir="auto"
        maxLength={SECTION_TITLE_MAX_LENGTH}
        value={title}
        onChange={setTitle}
      />
    </FormDialog>
  );
}
