import type { Organization, WorkspaceId } from "@colbin/protocol";
import { Building2, CircleAlert, LoaderCircle, Plus, UserPlus, UserRound } from "lucide-react";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu-place.ts";
import { MenuSurface } from "#web/design/MenuSurface.tsx";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { useCall } from "#web/lib/use-call.ts";
import { invitationTexts } from "#web/features/invitations/texts.ts";
import { workspaceTexts } from "./texts.ts";

interface WorkspaceMenuSurfaceProps extends MenuPlace {
  onSwitch: (orgId: WorkspaceId | null) => void;
  onCreate: () => void;
  /** Into the organization where one is. */
  onInvite: (orgId: WorkspaceId) => void;
}

const PERSONAL = "personal";

/** The workspaces of the person, and the way to one more. */
export function WorkspaceMenuSurface(props: WorkspaceMenuSurfaceProps) {
  const { onSwitch, onCreate, onInvite, ...place } = props;
  const { data, error, refetch } = useCall("listOrganizations", {
    query: { includeRole: "true" },
  });
  const organizations = data?.results ?? [];
  const here = organizations.find(({ id }) => id === account.workspaceId());
  const problem: MenuEntry | undefined = error
    ? {
        kind: "action",
        id: "failed",
        label: t(workspaceTexts.loadFailed),
        icon: CircleAlert,
        onSelect: () => void refetch(),
      }
    : undefined;
  const wait: MenuEntry = {
    kind: "action",
    id: "loading",
    label: t(workspaceTexts.loading),
    icon: LoaderCircle,
    disabledReason: "",
    onSelect: () => undefined,
  };
  return (
    <MenuSurface
      {...place}
      entries={[
        data ? toChoice(organizations, here, onSwitch) : (problem ?? wait),
        { kind: "separator", id: "end" },
        ...(here?.role === "OWNER" || here?.role === "ADMIN"
          ? [
              {
                kind: "action",
                id: "invite",
                label: t(invitationTexts.people),
                icon: UserPlus,
                onSelect: () => onInvite(here.id),
              } as const,
            ]
          : []),
        {
          kind: "action",
          id: "create",
          label: t(workspaceTexts.create),
          icon: Plus,
          onSelect: onCreate,
        },
      ]}
    />
  );
}

function toChoice(
  organizations: readonly Organization[],
  here: Organization | undefined,
  onSwitch: (orgId: WorkspaceId | null) => void,
): MenuEntry {
  return {
    kind: "choice",
    id: "workspaces",
    label: t(workspaceTexts.menu),
    value: here?.id ?? PERSONAL,
    options: [
      { value: PERSONAL, label: t(workspaceTexts.personal), icon: UserRound },
      ...organizations.map(({ id, title, status }) => ({
        value: id,
        label: status === "SUSPENDED" ? t(workspaceTexts.suspended, { title }) : title,
        icon: Building2,
      })),
    ],
    onChange: (value) => onSwitch(organizations.find(({ id }) => id === value)?.id ?? null),
  };
}
