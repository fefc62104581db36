import { useState } from "react";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { makePasskey } from "#web/features/auth/passkeys.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { deviceName } from "./device-name.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { FactorNameField } from "./FactorNameField.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";
import { factorTexts } from "./factor-texts.ts";

/** Named like this browser unless the person names it; with the first factor come recovery codes. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const { act } = useAct("addPasskey", ["listFactors", "listSecurityEvents"]);

  async function add(elevation: string): Promise<void> {
    const passkey = await makePasskey(elevation);
    const added = await act({ body: { name: name.trim(), passkey } }, { elevation });
    if (added.recoveryCodes) setRecoveryCodes(added.recoveryCodes);
    else onClose();
  }

  if (recoveryCodes) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />;
  return (
    <ElevatedDialog
      title={t(factorTexts.addPasskey)}
      text={t(factorDialogTexts.passkeyText)}
      verb={t(factorDialogTexts.passkeyVerb)}
      isHarmless
      staysOpen
      isDisabled={name.trim() === ""}
      onConfirm={add}
      onClose={onClose}
    >
      <FactorNameField value={name} onChange={setName} />
    </ElevatedDialog>
  );
}
