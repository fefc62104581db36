import { REQUEST_REASON_MAX } from "@colbin/protocol";
import { useState } from "react";
import { ReasonField } from "#web/design/form/ReasonField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { requests } from "./access-lists.ts";
import { requestTexts } from "./request-texts.ts";

interface DenyDialogProps {
  /** The request's id. */
  id: string;
  /** The name of the person whose request it is. */
  name: string;
  onClose: () => void;
}

export function DenyDialog({ id, name, onClose }: DenyDialogProps) {
  const [reason, setReason] = useState("");
  const { act } = useAct("rejectAccessRequest", [], [requests]);
  return (
    <FormDialog
      title={t(requestTexts.denyTitle, { name })}
      text={t(requestTexts.denyText)}
      verb={t(requestTexts.deny)}
      isDanger
      onConfirm={() => act({ params: { id }, body: { reason } })}
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
