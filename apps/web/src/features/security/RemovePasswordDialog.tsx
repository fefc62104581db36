import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { passwordTexts } from "./password-texts.ts";

export function RemovePasswordDialog({ onClose }: { onClose: () => void }) {
  const { act } = useAct("deletePassword", ["getPassword", "listSessions"]);
  return (
    <ElevatedDialog
      title={t(passwordTexts.removeTitle)}
      text={t(passwordTexts.removeText)}
      verb={t(passwordTexts.remove)}
      failure={t(passwordTexts.removeFailed)}
      isDisabled={false}
      onConfirm={(elevation) => act({}, { elevation })}
      onClose={onClose}
    />
  );
}
