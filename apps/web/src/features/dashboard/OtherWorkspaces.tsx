import { Building2, UserRound } from "lucide-react";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { switchWorkspace } from "#web/features/workspaces/switch-workspace.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DashboardPart } from "./DashboardPart.tsx";
import { lineLook } from "./line-look.ts";
import { dashboardTexts } from "./texts.ts";

/** Workspaces with something unread in which the person is not now. */
export function useOtherWorkspaces() {
  const { data } = useOrganizations();
  const here = account.workspaceId();
  const organizations = data?.results ?? [];
  const personal = { id: null, title: t(workspaceTexts.personal), unread: data?.personal };
  const isPersonal = organizations.every(({ id }) => id !== here);
  const others = [...(isPersonal ? [] : [personal]), ...organizations];
  return others.flatMap(({ id, title, unread }) =>
    id !== here && unread && unread.unreadCount > 0 ? [{ id, title, unread }] : [],
  );
}

interface OtherWorkspacesProps {
  workspaces: ReturnType<typeof useOtherWorkspaces>;
}

/** A press goes there. */
export function OtherWorkspaces({ workspaces }: OtherWorkspacesProps) {
  if (workspaces.length === 0) return null;
  return (
    <DashboardPart title={t(dashboardTexts.elsewhere)} count={workspaces.length}>
      <ul>
        {workspaces.map(({ id, title, unread }) => {
          const Icon = id === null ? UserRound : Building2;
          return (
            <li key={id}>
              <button
                type="button"
                className={`${lineLook} w-[calc(100%+1.25rem)]`}
                onClick={() => void switchWorkspace(id)}
              >
                <Icon className="justify-self-center text-ink-subtle" aria-hidden="true" />
                <bdi className="clip-line font-medium">{title}</bdi>
                <UnreadBadge unread={unread.unreadCount} mentions={unread.mentionCount} />
              </button>
            </li>
          );
        })}
      </ul>
    </DashboardPart>
  );
}
