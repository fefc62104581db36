import { ShieldCheck } from "lucide-react";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { billingTexts } from "./billing-texts.ts";
import { OrganizationUsage } from "./OrganizationUsage.tsx";
import { OwnUsage } from "./OwnUsage.tsx";

/** `/settings/billing`: nobody pays for a server of their own, so the page tells what is used (rules-identity 58). */
export function BillingPage() {
  const orgId = useStore(account.place, () => account.workspaces.activeId());
  const organization = useStore(account.session, () => account.workspaces.activeName());
  return (
    <SettingsPage title={t(settingsTexts.billing)}>
      <Plan />
      <OwnUsage workspace={organization ?? t(workspaceTexts.personal)} />
      {orgId !== undefined && organization !== undefined && (
        <OrganizationUsage orgId={orgId} organization={organization} />
      )}
    </SettingsPage>
  );
}

function Plan() {
  return (
    <SettingsSection title={t(billingTexts.plan)}>
      <div className="flex items-center gap-3.5 px-4.5 py-4 max-pair:px-3.5">
        <span
          aria-hidden="true"
          data-mark=""
          className="grid size-10 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink"
        >
          <ShieldCheck />
        </span>
        <div className="min-w-0">
          <p className="text-body font-strong">{t(billingTexts.selfHosted)}</p>
          <p className="text-ink-muted">{t(billingTexts.selfHostedText)}</p>
        </div>
      </div>
    </SettingsSection>
  );
}
