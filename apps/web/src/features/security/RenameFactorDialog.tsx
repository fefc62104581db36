import type { Factor } from "@colbin/protocol";
import { useState } from "react";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { FactorNameField } from "./FactorNameField.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

interface RenameFactorDialogProps {
  factor: Factor;
  onClose: () => void;
}

export function RenameFactorDialog({ factor, onClose }: RenameFactorDialogProps) {
  const [name, setName] = useState(factor.name);
  const { act } = useAct("renameFactor", ["listFactors"]);
  const params = { id: factor.id };
  return (
    <FormDialog
      title={t(factorDialogTexts.renameTitle, { name: factor.name })}
      verb={t(factorDialogTexts.save)}
      failure={t(factorDialogTexts.renameFailed)}
      isDisabled={name.trim() === ""}
      onConfirm={() => act({ params, body: { name: name.trim() } })}
      onClose={onClose}
    >
      <FactorNameField value={name} onChange={setName} />
    </FormDialog>
  );
}
