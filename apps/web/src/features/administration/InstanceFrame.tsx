import { runsInstance } from "@colbin/protocol";
import { Lock } from "lucide-react";
import { Outlet } from "react-router";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { TabLinks } from "#web/design/page/TabLinks.tsx";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { INSTANCE_PATH } from "#web/lib/routing/paths.ts";
import { administrationTexts } from "./administration-texts.ts";

/** The pages, in the order of their tabs; the first stands at the address itself. */
const tabs = [
  { path: "", title: administrationTexts.people },
  { path: "/organizations", title: administrationTexts.organizations },
  { path: "/limits", title: administrationTexts.limits },
  { path: "/health", title: administrationTexts.health },
] as const;

/** `/settings/instance`: what its pages have in common; for those who run the server (rules-identity 3). */
export function InstanceFrame() {
  const role = useStore(account.session, ({ user }) => user?.role);
  const title = t(settingsTexts.instance);
  return (
    <SettingsPage title={title} isFilled>
      {role !== undefined && runsInstance(role) ? (
        <>
          <TabLinks
            label={title}
            tabs={tabs.map((tab) => ({ to: `${INSTANCE_PATH}${tab.path}`, label: t(tab.title) }))}
          />
          <Outlet />
        </>
      ) : (
        <div className="scroll-area grid min-h-0 flex-1 place-items-center py-6">
          <EmptyState
            icon={Lock}
            title={t(administrationTexts.noPermission)}
            text={t(administrationTexts.noPermissionText)}
          />
        </div>
      )}
    </SettingsPage>
  );
}
