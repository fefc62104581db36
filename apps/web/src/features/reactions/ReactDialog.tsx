import type { MessageId, RoomId } from "@colbin/protocol";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { reactionTexts } from "./texts.ts";

interface ReactDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** The picker where nothing stands beside it: after a long press, and from the menu of a message. */
export function ReactDialog({ roomId, messageId, onClose }: ReactDialogProps) {
  return (
    <Dialog title={t(reactionTexts.add)} onClose={onClose} foot={null}>
      <EmojiPicker
        takesCustom
        onPick={(emoji) => {
          onClose();
          void chat.messages.react(roomId, messageId, emoji);
        }}
      />
    </Dialog>
  );
}
