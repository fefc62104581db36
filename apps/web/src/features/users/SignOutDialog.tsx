import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { t } from "#web/lib/i18n.ts";
import { userTexts } from "./texts.ts";

interface SignOutDialogProps {
  unsentCount: number;
  onSignOut: () => void;
  onClose: () => void;
}

export function SignOutDialog({ unsentCount, onSignOut, onClose }: SignOutDialogProps) {
  return (
    <Dialog
      title={t(userTexts.unsentTitle)}
      text={t(userTexts.unsentText, { n: unsentCount })}
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
