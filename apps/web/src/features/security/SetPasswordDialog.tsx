import { useState } from "react";
import { PasswordField } from "#web/design/form/PasswordField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { passwordTexts } from "./password-texts.ts";

interface SetPasswordDialogProps {
  isFirst: boolean;
  onClose: () => void;
}

export function SetPasswordDialog({ isFirst, onClose }: SetPasswordDialogProps) {
  const [password, setPassword] = useState("");
  const { act } = useAct("setPassword", ["getPassword", "listSessions"]);
  return (
    <ElevatedDialog
      title={t(isFirst ? passwordTexts.setTitle : passwordTexts.changeTitle)}
      text={t(passwordTexts.setText)}
      verb={t(isFirst ? passwordTexts.set : passwordTexts.changeVerb)}
      failure={t(passwordTexts.setFailed)}
      isHarmless
      isDisabled={password === ""}
      onConfirm={(elevation) => act({ body: { password } }, { elevation })}
      onClose={onClose}
    >
      <PasswordField
        label={t(passwordTexts.newPassword)}
        isNew
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </ElevatedDialog>
  );
}
