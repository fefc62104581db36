import { addressOf } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { pollTexts } from "./texts.ts";

interface ClosePollDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

export function ClosePollDialog({ roomId, messageId: id, onClose }: ClosePollDialogProps) {
  return (
    <FormDialog
      title={t(pollTexts.closeTitle)}
      text={t(pollTexts.closeText)}
      verb={t(pollTexts.close)}
      failure={t(pollTexts.closeFailed)}
      onConfirm={() => {
        const slug = addressOf(chat.store.getSnapshot(), roomId);
        return account.call("closePoll", { params: { slug, id } });
      }}
      onClose={onClose}
    />
  );
}
