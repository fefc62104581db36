import { FACTOR_NAME_MAX } from "@colbin/protocol";
import { TextField } from "#web/design/form/TextField.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

interface FactorNameFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function FactorNameField({ value, onChange }: FactorNameFieldProps) {
  return (
    <TextField
      label={t(factorDialogTexts.name)}
      name="name"
      autoComplete="off"
      autoFocus
      dir="auto"
      maxLength={FACTOR_NAME_MAX}
      value={value}
      onChange={onChange}
    />
  );
}
