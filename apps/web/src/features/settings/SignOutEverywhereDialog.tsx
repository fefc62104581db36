import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import type { Unsent } from "#web/lib/device/unsent.ts";
import { t } from "#web/lib/language/i18n.ts";
import { settingsTexts } from "./texts.ts";

interface SignOutEverywhereDialogProps {
  unsent: Unsent;
  onClose: () => void;
}

/** Nobody is signed out anywhere where the server could not be told. */
export function SignOutEverywhereDialog({ unsent, onClose }: SignOutEverywhereDialogProps) {
  return (
    <FormDialog
      title={t(settingsTexts.everywhereTitle)}
      text={t(settingsTexts.everywhereText, { ...unsent })}
      verb={t(settingsTexts.signOutEverywhere)}
      isDanger
      onConfirm={() => account.auth.signOut({ everywhere: true })}
      onClose={onClose}
    />
  );
}
