import type { ReplyOf } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { contactTexts } from "./contact-texts.ts";

interface VerifyEmailDialogProps {
  sent: NonNullable<ReplyOf<"sendVerificationEmail">["sent"]>;
  onClose: () => void;
}

export function VerifyEmailDialog({ sent, onClose }: VerifyEmailDialogProps) {
  return (
    <CodeDialog
      title={t(contactTexts.verifyTitle)}
      sent={sent}
      verb={t(contactTexts.verify)}
      failure={t(contactTexts.verifyFailed)}
      onConfirm={async (otp) => {
        await account.call("verifyEmail", { body: { otp } });
        await account.users.me();
      }}
      onClose={onClose}
    />
  );
}
