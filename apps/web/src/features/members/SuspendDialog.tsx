import { SUSPENSION_REASON_MAX, type Member, type WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { FormDialog } from "#web/design/FormDialog.tsx";
import { TextArea } from "#web/design/TextArea.tsx";
import { t } from "#web/lib/i18n.ts";
import { useAct } from "#web/lib/use-act.ts";
import { actOnEach } from "./act-on-each.ts";
import { memberTexts } from "./texts.ts";

export interface MemberDialogProps {
  orgId: WorkspaceId;
  members: readonly Member[];
  onClose: () => void;
}

export function SuspendDialog({ orgId, members, onClose }: MemberDialogProps) {
  const [reason, setReason] = useState("");
  const { act } = useAct("suspendMember", ["listMembers"]);
  const name = members[0]?.user.fullName ?? "";
  return (
    <FormDialog
      title={t(memberTexts.suspendTitle, { n: members.length, name })}
      text={t(memberTexts.suspendText)}
      verb={t(memberTexts.suspend)}
      isDanger
      isDisabled={reason.trim() === ""}
      onConfirm={() =>
        actOnEach(members, ({ userId }) => act({ params: { orgId, userId }, body: { reason } }))
      }
      onClose={onClose}
    >
      <TextArea
        label={t(memberTexts.reason)}
        hint={t(memberTexts.reasonHint)}
        name="reason"
        dir="auto"
        rows={2}
        maxLength={SUSPENSION_REASON_MAX}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
