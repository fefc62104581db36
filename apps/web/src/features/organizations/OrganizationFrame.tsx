import type { WorkspaceId } from "@colbin/protocol";
import { Building2, Lock, type LucideIcon } from "lucide-react";
import { matchPath, Navigate, Outlet, useLocation, useParams } from "react-router";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TabLinks } from "#web/design/page/TabLinks.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import {
  activeWorkspace,
  linkedOrganization,
  organizationPath,
  ORGANIZATIONS_PATH,
} from "#web/lib/routing/paths.ts";
import { organizationTabs } from "./organization-tabs.ts";
import { organizationTexts } from "./texts.ts";

/** How old what the person is there may be: nobody pushes it. */
const REFRESH_MS = 30_000;
/** Names the organization where the person works (specification, section 2). */
const CURRENT = "current";

/** `/settings/organizations/{orgId}`: what its pages have in common. */
export function OrganizationFrame() {
  const { orgId } = useParams() as { readonly orgId: WorkspaceId | typeof CURRENT };
  const { pathname } = useLocation();
  // The palette writes the pages of the current organization without that word (specification, section 2).
  const isTab = organizationTabs.some(({ path }) => path === orgId);
  if (orgId !== CURRENT && !isTab) return <Frame key={orgId} orgId={orgId} />;
  const here = linkedOrganization(activeWorkspace());
  const path = here && (isTab ? organizationPath(here, orgId) : pathname.replace(CURRENT, here));
  return <Navigate to={path ?? ORGANIZATIONS_PATH} replace />;
}

function Frame({ orgId }: { orgId: WorkspaceId }) {
  const call = useCall("getOrganization", { params: { orgId } }, { refreshMs: REFRESH_MS });
  const { data, error, refetch } = call;
  const isGone = error?.status === 404 || error?.status === 400;
  return (
    <SettingsPage
      title={(isGone ? undefined : data?.title) ?? t(organizationTexts.organization)}
      isFilled
    >
      {isGone ? (
        <Stop
          icon={Building2}
          title={t(organizationTexts.notFound)}
          text={t(organizationTexts.notFoundText)}
        />
      ) : data?.role ? (
        <Pages organization={{ ...data, role: data.role }} />
      ) : data ? (
        <Stop
          icon={Lock}
          title={t(organizationTexts.suspendedTitle)}
          text={t(organizationTexts.suspendedText)}
        />
      ) : error ? (
        <ErrorState
          title={t(organizationTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <TableBones label={t(organizationTexts.organization)} />
      )}
    </SettingsPage>
  );
}

function Pages({ organization }: { organization: OpenOrganization }) {
  const { id, title, role } = organization;
  const { pathname } = useLocation();
  const { data, isPending } = useCall("getSettings", { params: { orgId: id } });
  const tabs = organizationTabs
    .filter(({ isFor }) => isFor(role, data?.invitePolicy))
    .map((tab) => ({ to: organizationPath(id, tab.path), label: t(tab.title) }));
  return (
    <>
      <TabLinks label={title} tabs={tabs} />
      {tabs.some(({ to }) => matchPath(to, pathname)) ? (
        <Outlet context={organization} />
      ) : isPending ? (
        <TableBones label={title} />
      ) : (
        <Stop
          icon={Lock}
          title={t(organizationTexts.noPermission)}
          text={t(organizationTexts.noPermissionText, { name: title })}
        />
      )}
    </>
  );
}

interface StopProps {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** In the place of a page that the person cannot have; the way back to those that they can. */
function Stop(props: StopProps) {
  return (
    <div className="scroll-area grid min-h-0 flex-1 place-items-center py-6">
      <EmptyState
        {...props}
        action={<PageLink to={ORGANIZATIONS_PATH}>{t(organizationTexts.toAll)}</PageLink>}
      />
    </div>
  );
}
