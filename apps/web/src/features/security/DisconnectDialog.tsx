import type { SocialProvider } from "@colbin/protocol";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { connectedTexts } from "./connected-texts.ts";

interface DisconnectDialogProps {
  provider: SocialProvider;
  onClose: () => void;
}

export function DisconnectDialog({ provider, onClose }: DisconnectDialogProps) {
  const { act } = useAct("unlinkSocialAccount", ["listSocialAccounts", "listSecurityEvents"]);
  const name = t(connectedTexts[provider]);
  return (
    <ElevatedDialog
      title={t(connectedTexts.disconnectTitle, { name })}
      text={t(connectedTexts.disconnectText)}
      verb={t(connectedTexts.disconnect)}
      failure={t(connectedTexts.disconnectFailed)}
      isDisabled={false}
      onConfirm={(elevation) => act({ params: { provider } }, { elevation })}
      onClose={onClose}
    />
  );
}
