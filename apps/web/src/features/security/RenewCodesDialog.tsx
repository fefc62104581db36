import { useState } from "react";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { act } = useAct("renewRecoveryCodes", ["listFactors", "listSecurityEvents"]);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ElevatedDialog
      title={t(factorDialogTexts.renewTitle)}
      text={t(factorDialogTexts.renewText)}
      verb={t(factorDialogTexts.renewVerb)}
      failure={t(factorDialogTexts.renewFailed)}
      isHarmless
      staysOpen
      isDisabled={false}
      onConfirm={async (elevation) => setCodes((await act({}, { elevation })).recoveryCodes)}
      onClose={onClose}
    />
  );
}
