import { addressOf } from "@colbin/client";
import {
  isOwnerless,
  REPORT_NOTE_MAX,
  reportReasons,
  type MessageId,
  type ReportReason,
  type RoomId,
} from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { reasonTexts, reportTexts } from "./report-texts.ts";

interface ReportDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** The note stays typed where the report is refused. */
export function ReportDialog({ roomId, messageId: id, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>("spam");
  const [note, setNote] = useState("");
  const { act } = useAct("reportMessage");
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const isDirect = room !== undefined && isOwnerless(room.roomType);
  return (
    <FormDialog
      title={t(reportTexts.reportTitle)}
      text={t(isDirect ? reportTexts.reportDirectText : reportTexts.reportText)}
      failure={t(reportTexts.reportFailed)}
      verb={t(reportTexts.report)}
      onConfirm={async () => {
        const slug = addressOf(chat.store.getSnapshot(), roomId);
        await act({ params: { slug, id }, body: { reason, note } });
        toast({ title: t(reportTexts.reported) });
      }}
      onClose={onClose}
    >
      <Select
        label={t(reportTexts.reason)}
        name="reason"
        options={reportReasons.map((value) => ({ value, label: t(reasonTexts[value]) }))}
        value={reason}
        onChange={setReason}
      />
      <TextArea
        label={t(reportTexts.note)}
        hint={t(reportTexts.noteHint)}
        name="note"
        dir="auto"
        rows={2}
        maxLength={REPORT_NOTE_MAX}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
