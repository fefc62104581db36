import type { ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { contactTexts } from "./contact-texts.ts";

interface CodeDialogProps {
  title: string;
  sent: ReplyOf<"startIdentifierChange">;
  verb: string;
  failure: string;
  /** Rejects where it was refused. */
  onConfirm: (otp: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the code that was sent to an address. */
export function CodeDialog({ title, sent, verb, failure, onConfirm, onClose }: CodeDialogProps) {
  const [otp, setOtp] = useState(sent.user.otp ?? "");
  return (
    <FormDialog
      title={title}
      text={t(contactTexts.codeText, { to: sent.user.identifier })}
      verb={verb}
      failure={failure}
      onConfirm={() => onConfirm(otp)}
      onClose={onClose}
    >
      <OtpField
        label={t(contactTexts.code)}
        length={sent.otpLength}
        value={otp}
        onChange={setOtp}
        hint={t(contactTexts.codeHint, { n: sent.otpLength })}
      />
    </FormDialog>
  );
}
