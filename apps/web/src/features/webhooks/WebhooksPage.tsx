import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { t } from "#web/lib/language/i18n.ts";
import { WebhookList } from "./WebhookList.tsx";
import { webhookTexts } from "./webhook-texts.ts";

/** `/settings/webhooks`: the person's own. */
export function WebhooksPage() {
  const { productName: product } = usePublicConfig();
  return (
    <SettingsPage title={t(webhookTexts.title)} lead={t(webhookTexts.lead, { product })}>
      <WebhookList />
    </SettingsPage>
  );
}
