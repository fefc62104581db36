import { Button } from "#web/design/button/Button.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import type { Unsent } from "#web/lib/device/unsent.ts";
import { t } from "#web/lib/language/i18n.ts";
import { lateUserTexts } from "./late-user-texts.ts";

interface SignOutDialogProps {
  unsent: Unsent;
  onSignOut: () => void;
  onClose: () => void;
}

export function SignOutDialog({ unsent, onSignOut, onClose }: SignOutDialogProps) {
  return (
    <Dialog
      title={t(lateUserTexts.unsentTitle)}
      text={t(lateUserTexts.unsentText, { ...unsent })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t(lateUserTexts.stay)}</Button>
          <Button variant="danger" onClick={onSignOut}>
            {t(lateUserTexts.signOut)}
          </Button>
        </>
      }
    />
  );
}
