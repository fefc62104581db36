import type { Organization } from "@colbin/protocol";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { announcementTexts } from "#web/features/announcements/announcement-texts.ts";
import { AnnouncementRow } from "#web/features/announcements/AnnouncementRow.tsx";
import { LeaveDialog } from "#web/features/members/LeaveDialog.tsx";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { creatingOrganization } from "#web/features/workspaces/actions.ts";
import { CreateOrganizationDialog } from "#web/features/workspaces/CreateOrganizationDialog.tsx";
import { FirstTeamCard } from "#web/features/workspaces/FirstTeamCard.tsx";
import { lateWorkspaceTexts } from "#web/features/workspaces/late-workspace-texts.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { organizationPath } from "#web/lib/routing/paths.ts";
import { dangerTexts } from "./danger-texts.ts";
import { organizationTexts } from "./texts.ts";
import { WorkspaceRow } from "./WorkspaceRow.tsx";

/** `/settings/organizations` */
export function OrganizationsPage() {
  const { data, error, refetch } = useOrganizations();
  const here = useStore(chat.store, () => account.workspaceId());
  const navigate = useNavigate();
  // The state names an organization that was deleted just now.
  const { state } = useLocation() as { readonly state: { readonly deleted?: string } | null };
  const [leaving, setLeaving] = useState<Organization>();
  const [isCreating, setCreating] = useState(false);
  // The switcher, which offers it elsewhere, is not there in the settings.
  useOffer(creatingOrganization, () => setCreating(true));
  const runsServer = useStore(
    account.session,
    ({ user }) => user?.role === "OWNER" || user?.role === "ADMIN",
  );
  const isPersonal = data?.results.every(({ id }) => id !== here) ?? false;
  return (
    <SettingsPage
      title={t(organizationTexts.title)}
      {...(state?.deleted && { lead: t(dangerTexts.deleted, { title: state.deleted }) })}
      tools={
        <Button variant="primary" size="header" onClick={creatingOrganization.run}>
          <Plus aria-hidden="true" />
          <span className="max-pair:hidden">{t(workspaceTexts.create)}</span>
          <span className="pair:hidden">{t(lateWorkspaceTexts.createVerb)}</span>
        </Button>
      }
    >
      <FirstTeamCard />
      <SettingsSection title={t(organizationTexts.yours)}>
        {data ? (
          <ul className="divide-y divide-line">
            {data.results.map((each) => (
              <WorkspaceRow
                key={each.id}
                organization={each}
                isHere={each.id === here}
                onLeave={() => setLeaving(each)}
              />
            ))}
            <WorkspaceRow isHere={isPersonal} />
          </ul>
        ) : error ? (
          <ErrorState
            title={t(organizationTexts.failed)}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <Bones />
        )}
      </SettingsSection>
      {runsServer && (
        <SettingsSection title={t(announcementTexts.server)}>
          <AnnouncementRow workspaceId={null} />
        </SettingsSection>
      )}
      {leaving && <LeaveDialog organization={leaving} onClose={() => setLeaving(undefined)} />}
      {isCreating && (
        <CreateOrganizationDialog
          // Nobody is there yet but whoever made it.
          onCreated={(orgId) => void navigate(organizationPath(orgId, "invites"))}
          onClose={() => setCreating(false)}
        />
      )}
    </SettingsPage>
  );
}

function Bones() {
  return (
    <div role="status" aria-label={t(organizationTexts.loading)} className="late grid">
      {["w-40", "w-28", "w-36"].map((width) => (
        <div key={width} className="flex h-16 items-center gap-3.5 px-4.5">
          <Skeleton className="size-9 flex-none rounded-md" />
          <Skeleton className={`h-2.5 rounded-xs ${width}`} />
        </div>
      ))}
    </div>
  );
}
