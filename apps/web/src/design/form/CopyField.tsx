import { Copy } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";
import { copyTexts } from "./copy-texts.ts";
import { TextField } from "./TextField.tsx";

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
}

/** A text to take elsewhere. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  async function copy(): Promise<void> {
    if (await copyText(value)) toast({ title: t(copyTexts.copied) });
    else toast({ title: t(copyTexts.failed), variant: "warning" });
  }
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
      <Button className="mt-6" onClick={() => void copy()}>
        <Copy className="text-ink-subtle" aria-hidden="true" />
        {t(copyTexts.copy)}
      </Button>
    </div>
  );
}
