import { Download } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { saveFile } from "#web/lib/device/save-file.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CopyButton } from "#web/design/form/CopyButton.tsx";
import { factorDialogTexts } from "./factor-dialog-texts.ts";

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The codes are shown this once, so nothing but the word of the person closes it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { productName: product } = usePublicConfig();
  return (
    <Dialog
      title={t(factorDialogTexts.saveTitle)}
      text={t(factorDialogTexts.saveText)}
      isFixed
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t(factorDialogTexts.saved)}
        </Button>
      }
    >
      <ul
        dir="ltr"
        className="grid grid-cols-2 justify-items-center gap-y-1.5 rounded-md bg-sunken py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} />
        <Button onClick={() => save(codes, product)}>
          <Download className="text-ink-subtle" aria-hidden="true" />
          {t(factorDialogTexts.download)}
        </Button>
      </div>
    </Dialog>
  );
}

function save(codes: readonly string[], product: string): void {
  const text = `${[t(factorDialogTexts.fileHead, { product }), "", ...codes].join("\n")}\n`;
  saveFile(t(factorDialogTexts.fileName, { product }), "text/plain", text);
}
