import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { billingTexts } from "./billing-texts.ts";
import { OrganizationUsage } from "./OrganizationUsage.tsx";
import { OwnUsage } from "./OwnUsage.tsx";
import { PlanPanel } from "./PlanPanel.tsx";

/** `/settings/billing`: nobody pays for a server of their own, so the page tells what is used (rules-identity 58). */
export function BillingPage() {
  const orgId = useStore(account.place, () => account.workspaces.activeId());
  const organization = useStore(account.session, () => account.workspaces.activeName());
  return (
    <SettingsPage title={t(settingsTexts.billing)}>
      <PlanPanel title={t(billingTexts.selfHosted)} text={t(billingTexts.selfHostedText)} />
      <OwnUsage workspace={organization ?? t(workspaceTexts.personal)} />
      {orgId !== undefined && organization !== undefined && (
        <OrganizationUsage orgId={orgId} organization={organization} />
      )}
    </SettingsPage>
  );
}
