import { CopyButton } from "./CopyButton.tsx";
import { TextField } from "./TextField.tsx";

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
}

/** A text to take elsewhere. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={label}
        hint={hint}
        value={value}
        readOnly
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      {/* Beside the field, which has its label above. */}
      <CopyButton className="mt-6" text={value} />
    </div>
  );
}
