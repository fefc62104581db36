import type { RoomId } from "@colbin/protocol";
import { useState } from "react";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { toExcerpt } from "./excerpt.ts";
import { endEdit } from "./message-edits.ts";
import type { ListedMessage } from "./message-rows.ts";
import { selectTexts } from "./select-texts.ts";
import { endSelection } from "./selection.ts";

/** So many of them are shown; the title counts all. */
const SHOWN_MAX = 3;

interface DeleteSelectedDialogProps {
  roomId: RoomId;
  /** Own ones. */
  messages: readonly ListedMessage[];
  onClose: () => void;
}

/** Asks once for all of them. A refusal keeps the others selected. */
export function DeleteSelectedDialog({ roomId, messages, onClose }: DeleteSelectedDialogProps) {
  // Each goes at once, and would leave the question with it.
  const [asked] = useState(messages);
  const n = asked.length;
  return (
    <FormDialog
      title={t(selectTexts.deleteTitle, { n })}
      text={t(selectTexts.deleteText, { n })}
      verb={t(selectTexts.deleteVerb, { n })}
      isDanger
      onConfirm={async () => {
        for (const { id } of asked) {
          await chat.messages.remove(roomId, id);
          endEdit(id);
        }
        endSelection();
      }}
      onClose={onClose}
    >
      <div className="grid gap-1 rounded-sm bg-sunken px-3 py-2 text-md text-ink-muted">
        {asked.slice(0, SHOWN_MAX).map(({ id, metadata, content }) => (
          <p key={id} className="clip-line">
            {toExcerpt(metadata.plainText ?? content)}
          </p>
        ))}
      </div>
    </FormDialog>
  );
}
