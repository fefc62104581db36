import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { WebhookList } from "./WebhookList.tsx";
import { webhookTexts } from "./webhook-texts.ts";

/** `/settings/organizations/{orgId}/webhooks`, for OWNER and ADMINs. */
export function OrganizationWebhooksPage() {
  const { id } = useOpenOrganization();
  const { productName: product } = usePublicConfig();
  return (
    <SettingsColumn>
      <p className="-mb-3 text-ink-muted">{t(webhookTexts.organizationLead, { product })}</p>
      <WebhookList orgId={id} />
    </SettingsColumn>
  );
}
