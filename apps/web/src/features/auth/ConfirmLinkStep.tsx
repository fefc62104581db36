import { Button } from "#web/design/button/Button.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { authTexts } from "./texts.ts";

interface ConfirmLinkStepProps {
  error: string | undefined;
  isBusy: boolean;
  /** Undefined: the link names nobody, so there is nothing to confirm. */
  onConfirm: (() => void) | undefined;
  onBack: () => void;
}

/** A button and not the opening itself signs in, so that programs which follow links in mails do nothing. */
export function ConfirmLinkStep({ error, isBusy, onConfirm, onBack }: ConfirmLinkStepProps) {
  return (
    <div className="mt-5.5 grid gap-3.5">
      {error !== undefined && <Note>{error}</Note>}
      {onConfirm && (
        <Button variant="primary" size="lg" isBlock isBusy={isBusy} onClick={onConfirm}>
          {t(authTexts.linkConfirm)}
        </Button>
      )}
      <Button variant="ghost" size="lg" isBlock className="-mt-2" onClick={onBack}>
        {t(authTexts.back)}
      </Button>
    </div>
  );
}
