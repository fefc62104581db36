import { REQUEST_REASON_MAX } from "@colbin/protocol";
import { useState } from "react";
import { ReasonField } from "#web/design/form/ReasonField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { requests } from "./access-lists.ts";
import { orAnswered } from "./or-answered.ts";
import { requestTexts } from "./request-texts.ts";

interface DenyDialogProps {
  /** The request's id. */
  id: string;
  /** The name of the person whose request it is. */
  name: string;
  /** It was decided or taken back before; without it that is told as a failure. */
  onAnswered?: (() => void) | undefined;
  onClose: () => void;
}

export function DenyDialog({ id, name, onAnswered, onClose }: DenyDialogProps) {
  const [reason, setReason] = useState("");
  const { act } = useAct("rejectAccessRequest", ["listDocumentRequests"], [requests]);
  return (
    <FormDialog
      title={t(requestTexts.denyTitle, { name })}
      text={t(requestTexts.denyText)}
      verb={t(requestTexts.deny)}
      isDanger
      onConfirm={() => orAnswered(act({ params: { id }, body: { reason } }), onAnswered)}
      onClose={onClose}
    >
      <ReasonField
        label={t(requestTexts.reason)}
        hint={t(requestTexts.reasonHint)}
        maxLength={REQUEST_REASON_MAX}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
