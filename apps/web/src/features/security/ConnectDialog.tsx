import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import type { SocialGrant } from "#web/features/auth/social-window.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { connectedTexts } from "./connected-texts.ts";

interface ConnectDialogProps {
  grant: SocialGrant;
  onClose: () => void;
}

export function ConnectDialog({ grant, onClose }: ConnectDialogProps) {
  const { act } = useAct("linkSocialAccount", ["listSocialAccounts", "listSecurityEvents"]);
  const name = t(connectedTexts[grant.provider]);
  return (
    <ElevatedDialog
      title={t(connectedTexts.connectTitle, { name })}
      text={t(connectedTexts.connectText)}
      verb={t(connectedTexts.connect)}
      failure={t(connectedTexts.connectFailed)}
      isHarmless
      isDisabled={false}
      onConfirm={(elevation) => act({ body: grant }, { elevation })}
      onClose={onClose}
    />
  );
}
