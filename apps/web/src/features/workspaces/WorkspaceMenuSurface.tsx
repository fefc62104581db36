import {
  isLeading,
  type Organization,
  type ReplyOf,
  type UnreadTotals,
  type WorkspaceId,
} from "@colbin/protocol";
import {
  Building2,
  CircleAlert,
  LoaderCircle,
  LogIn,
  Plus,
  Settings,
  UserPlus,
  UserRound,
} from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { account } from "#web/lib/api/account.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { inviteTexts } from "./invite-texts.ts";
import { roleTexts } from "./role-texts.ts";
import { lateWorkspaceTexts } from "./late-workspace-texts.ts";
import { workspaceTexts } from "./texts.ts";
import { joinWorkspace } from "./switch-workspace.ts";
import { useOrganizations } from "./use-organizations.ts";

interface WorkspaceMenuSurfaceProps extends MenuPlace {
  onSwitch: (orgId: WorkspaceId | null) => Promise<boolean>;
  onCreate: () => void;
  onManage: () => void;
  /** Into the organization where one is. */
  onInvite: (orgId: WorkspaceId) => void;
}

const PERSONAL = "personal";

/** The workspaces of the person, and the way to one more. */
export function WorkspaceMenuSurface(props: WorkspaceMenuSurfaceProps) {
  const { onSwitch, onCreate, onManage, onInvite, ...place } = props;
  const { data, error, refetch } = useOrganizations();
  const joinable = useCall("listJoinable", {}).data?.results ?? [];
  const here = data?.results.find(({ id }) => id === account.workspaceId());
  const problem: MenuEntry | undefined = error
    ? {
        kind: "action",
        id: "failed",
        label: t(lateWorkspaceTexts.loadFailed),
        icon: CircleAlert,
        onSelect: () => void refetch(),
      }
    : undefined;
  const wait: MenuEntry = {
    kind: "action",
    id: "loading",
    label: t(lateWorkspaceTexts.loading),
    icon: LoaderCircle,
    disabledReason: "",
    onSelect: () => undefined,
  };
  return (
    <MenuSurface
      {...place}
      entries={[
        data ? toChoice(data, here, onSwitch) : (problem ?? wait),
        { kind: "separator", id: "end" },
        ...joinable.map(({ id, title }) => ({
          kind: "action" as const,
          id: `join-${id}`,
          label: t(lateWorkspaceTexts.join, { title }),
          icon: LogIn,
          onSelect: () => void joinWorkspace(id),
        })),
        ...(here?.role && isLeading(here.role)
          ? [
              {
                kind: "action",
                id: "invite",
                label: t(inviteTexts.people),
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
        {
          kind: "action",
          id: "manage",
          label: t(lateWorkspaceTexts.manage),
          icon: Settings,
          onSelect: onManage,
        },
      ]}
    />
  );
}

function toChoice(
  { results, personal }: ReplyOf<"listOrganizations">,
  here: Organization | undefined,
  onSwitch: (orgId: WorkspaceId | null) => Promise<boolean>,
): MenuEntry {
  return {
    kind: "choice",
    id: "workspaces",
    label: t(workspaceTexts.menu),
    value: here?.id ?? PERSONAL,
    options: [
      {
        value: PERSONAL,
        label: t(workspaceTexts.personal),
        note: t(lateWorkspaceTexts.personalNote),
        icon: UserRound,
        badge: here && toBadge(personal),
      },
      ...results.map(({ id, title, avatar_url: picture, status, role, unread }) => ({
        value: id,
        label: status === "SUSPENDED" ? t(lateWorkspaceTexts.suspended, { title }) : title,
        ...(role && { note: t(roleTexts[role]) }),
        icon: Building2,
        picture,
        badge: id === here?.id ? undefined : toBadge(unread),
      })),
    ],
    onChange: (value) => void onSwitch(results.find(({ id }) => id === value)?.id ?? null),
  };
}

/** The sidebar tells what is unread where one is. */
function toBadge(unread: UnreadTotals | undefined) {
  return unread && <UnreadBadge unread={unread.unreadCount} mentions={unread.mentionCount} />;
}
