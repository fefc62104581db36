import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { t } from "#web/lib/i18n.ts";
import type { Unsent } from "#web/lib/unsent.ts";
import { userTexts } from "./texts.ts";

interface SignOutDialogProps {
  unsent: Unsent;
  onSignOut: () => void;
  onClose: () => void;
}

export function SignOutDialog({ unsent, onSignOut, onClose }: SignOutDialogProps) {
  return (
    <Dialog
      title={t(userTexts.unsentTitle)}
      text={t(userTexts.unsentText, { ...unsent })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t(userTexts.stay)}</Button>
          <Button variant="danger" onClick={onSignOut}>
            {t(userTexts.signOut)}
          </Button>
        </>
      }
    />
  );
}
