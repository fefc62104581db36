import type { Webhook } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { webhookTexts } from "./webhook-texts.ts";

interface RemoveWebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

export function RemoveWebhookDialog({ webhook, onClose }: RemoveWebhookDialogProps) {
  const { act } = useAct("removeWebhook", ["listWebhooks"]);
  return (
    <FormDialog
      title={t(webhookTexts.removeTitle, { host: new URL(webhook.url).host })}
      text={t(webhookTexts.removeText)}
      verb={t(webhookTexts.removeVerb)}
      failure={t(webhookTexts.removeFailed)}
      isDanger
      onConfirm={() => act({ params: { id: webhook.id } })}
      onClose={onClose}
    />
  );
}
