import type { ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { otpProblem, TOTP_LENGTH } from "#web/features/auth/otp.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { TotpSecret } from "./TotpSecret.tsx";
import { FactorNameField } from "./FactorNameField.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";
import { factorTexts } from "./factor-texts.ts";

/** A name, then the secret, which counts once a code of it was shown; with the first factor come recovery codes. */
export function AddTotpDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(t(factorTexts.totp));
  const [started, setStarted] = useState<ReplyOf<"startTotp">>();
  const [code, setCode] = useState("");
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const { act } = useAct("confirmTotp", ["listFactors", "listSecurityEvents"]);

  async function confirm(id: string, elevation: string): Promise<void> {
    const added = await act({ params: { id }, body: { code } }, { elevation });
    if (added.recoveryCodes) setRecoveryCodes(added.recoveryCodes);
    else onClose();
  }

  async function start(elevation: string): Promise<void> {
    const body = { name: name.trim() };
    setStarted(await account.call("startTotp", { body }, { elevation }));
  }

  if (recoveryCodes) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />;
  const isFilled = started ? otpProblem(code, TOTP_LENGTH) === undefined : name.trim() !== "";
  return (
    <ElevatedDialog
      title={t(factorTexts.addTotp)}
      text={t(started ? factorDialogTexts.scanText : factorDialogTexts.nameText)}
      verb={t(started ? factorDialogTexts.turnOn : factorDialogTexts.continue)}
      failure={t(factorDialogTexts.addFailed)}
      isHarmless
      staysOpen
      isDisabled={!isFilled}
      onConfirm={(elevation) => (started ? confirm(started.id, elevation) : start(elevation))}
      onClose={onClose}
    >
      {started ? (
        <>
          <TotpSecret {...started} />
          <OtpField
            label={t(factorDialogTexts.code)}
            length={TOTP_LENGTH}
            value={code}
            onChange={setCode}
            hint={t(factorDialogTexts.codeHint, { n: TOTP_LENGTH })}
          />
        </>
      ) : (
        <FactorNameField value={name} onChange={setName} />
      )}
    </ElevatedDialog>
  );
}
