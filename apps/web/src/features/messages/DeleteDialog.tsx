import type { MessageId, RoomId } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { endEdit } from "./message-edits.ts";
import { toolTexts } from "./tool-texts.ts";

interface DeleteDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

export function DeleteDialog({ roomId, messageId, onClose }: DeleteDialogProps) {
  return (
    <FormDialog
      title={t(toolTexts.deleteTitle)}
      text={t(toolTexts.deleteText)}
      verb={t(toolTexts.delete)}
      isDanger
      onConfirm={async () => {
        await chat.messages.remove(roomId, messageId);
        endEdit(messageId);
      }}
      onClose={onClose}
    />
  );
}
