import type { Factor } from "@colbin/protocol";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

interface RemoveFactorDialogProps {
  factor: Factor;
  /** With it the recovery codes go. */
  isLast: boolean;
  onClose: () => void;
}

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const { id, name } = factor;
  const { act } = useAct("removeFactor", ["listFactors", "listSecurityEvents"]);
  return (
    <ElevatedDialog
      title={t(factorDialogTexts.removeTitle, { name })}
      text={t(isLast ? factorDialogTexts.removeLastText : factorDialogTexts.removeText)}
      verb={t(factorDialogTexts.removeVerb)}
      failure={t(factorDialogTexts.removeFailed)}
      isDisabled={false}
      onConfirm={(elevation) => act({ params: { id } }, { elevation })}
      onClose={onClose}
    />
  );
}
