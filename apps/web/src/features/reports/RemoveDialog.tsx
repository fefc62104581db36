import { addressOf } from "@colbin/client";
import { MODERATION_REASON_MAX, type MessageId, type RoomId } from "@colbin/protocol";
import { useState } from "react";
import { ReasonField } from "#web/design/form/ReasonField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { reportTexts } from "./report-texts.ts";
import { reports } from "./reports.ts";

interface RemoveDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** The reason stays typed where the removal is refused. */
export function RemoveDialog({ roomId, messageId: id, onClose }: RemoveDialogProps) {
  const [reason, setReason] = useState("");
  const { act } = useAct("removeMessage", [], [reports]);
  return (
    <FormDialog
      title={t(reportTexts.removeTitle)}
      text={t(reportTexts.removeText)}
      failure={t(reportTexts.removeFailed)}
      verb={t(reportTexts.remove)}
      isDanger
      isDisabled={reason.trim() === ""}
      onConfirm={() => {
        const slug = addressOf(chat.store.getSnapshot(), roomId);
        return act({ params: { slug, id }, body: { reason } });
      }}
      onClose={onClose}
    >
      <ReasonField
        label={t(reportTexts.removeReason)}
        hint={t(reportTexts.removeReasonHint)}
        maxLength={MODERATION_REASON_MAX}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
