import type { Member, WorkspaceId } from "@colbin/protocol";
import { useState, type ComponentProps } from "react";
import { ReasonField } from "#web/design/form/ReasonField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";

/** Props of each dialog about members. */
export interface MemberDialogProps {
  orgId: WorkspaceId;
  members: readonly Member[];
  onClose: () => void;
}

interface ReasonDialogProps extends Omit<ComponentProps<typeof FormDialog>, "onConfirm"> {
  maxLength: number;
  isOptional?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Something is done to somebody, and why is kept. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { maxLength, isOptional = false, onConfirm, ...dialog } = props;
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      {...dialog}
      isDanger
      isDisabled={!isOptional && reason.trim() === ""}
      onConfirm={() => onConfirm(reason)}
    >
      <ReasonField
        label={t(isOptional ? memberTexts.optionalReason : memberTexts.reason)}
        hint={t(memberTexts.reasonHint)}
        maxLength={maxLength}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
