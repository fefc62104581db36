import type { ConnectionStatus, WorkspaceId } from "@colbin/protocol";
import clsx from "clsx";
import { Building2, ChevronsUpDown, UserRound } from "lucide-react";
import { useState } from "react";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useOffer } from "#web/lib/actions/offer.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { useStore } from "#web/lib/react/use-store.ts";
import { creatingOrganization } from "./actions.ts";
import { switches } from "./switch-workspace.ts";
import { workspaceTexts } from "./texts.ts";

const loadMenu = () => import("./late-workspace-menu.ts");
const loadMarks = () => import("./late-switcher.ts");
const WorkspaceMenuSurface = lazyPart(loadMenu, "WorkspaceMenuSurface");
const UnreadElsewhere = lazyPart(loadMarks, "UnreadElsewhere");
const WorkspaceMark = lazyPart(loadMarks, "WorkspaceMark");
const InviteDialog = lazyPart(loadMenu, "InviteDialog");
const CreateOrganizationDialog = lazyPart(loadMenu, "CreateOrganizationDialog");

interface WorkspaceSwitcherProps {
  /** The name of the open organization; undefined in Personal. */
  organization: string | undefined;
  connection: ConnectionStatus;
  /** Answers whether one is there then. */
  onSwitch: (orgId: WorkspaceId | null) => Promise<boolean>;
  onManage: () => void;
}

const switching = { text: workspaceTexts.switching, dot: "bg-away" };

const states: Record<ConnectionStatus, { text: Text; dot: string }> = {
  connected: { text: workspaceTexts.connected, dot: "bg-online" },
  connecting: { text: workspaceTexts.connecting, dot: "bg-away" },
  reconnecting: { text: workspaceTexts.connecting, dot: "bg-away" },
  error: { text: workspaceTexts.error, dot: "bg-danger" },
  disconnected: { text: workspaceTexts.disconnected, dot: "inset-ring-[1.5px] inset-ring-offline" },
};

/** Where one is, whether it is live, and where else one may go. */
export function WorkspaceSwitcher(props: WorkspaceSwitcherProps) {
  const { organization, connection, onSwitch, onManage } = props;
  const isSwitching = useStore(switches, (count) => count > 0);
  const { text, dot } = isSwitching ? switching : states[connection];
  const [isCreating, setCreating] = useState(false);
  useOffer(creatingOrganization, () => setCreating(true));
  const [invitedTo, setInvitedTo] = useState<WorkspaceId>();
  // The channel enters a moment after the switch, and calls are of where it is.
  const here = useStore(chat.store, () => account.workspaceId());
  const name = organization ?? t(workspaceTexts.personal);
  const Mark = organization === undefined ? UserRound : Building2;
  return (
    <div className="relative flex h-header items-center gap-2.5 px-2">
      {/* The button lies over all of it: the state stays a live region, which nothing in a button is. */}
      <div className="absolute inset-0 grid">
        <Menu
          label={t(workspaceTexts.menu)}
          align="start"
          surface={WorkspaceMenuSurface}
          props={{
            onSwitch,
            onManage,
            onCreate: () => setCreating(true),
            onInvite: setInvitedTo,
          }}
        >
          {(button) => (
            <button
              type="button"
              {...button}
              className="flex-1 rounded-md hover:bg-hover aria-expanded:bg-pressed"
            >
              <span className="sr-only">
                <Sentence
                  text={workspaceTexts.workspace}
                  values={{ name }}
                  elements={{ name: <bdi /> }}
                />
              </span>
            </button>
          )}
        </Menu>
      </div>
      <span
        aria-hidden="true"
        data-mark=""
        className="pointer-events-none relative grid size-7 flex-none place-items-center rounded-md bg-accent text-on-accent"
      >
        <WorkspaceMark missing={<Mark />}>
          <Mark />
        </WorkspaceMark>
      </span>
      <div className="pointer-events-none relative min-w-0 flex-1">
        <bdi aria-hidden="true" className="clip-line block text-md leading-4.5 font-strong">
          {name}
        </bdi>
        <p role="status" className="flex items-center gap-1.25 text-xs text-ink-subtle">
          <i data-mark="" className={clsx("size-1.75 flex-none rounded-full", dot)} />
          {t(text)}
        </p>
      </div>
      <UnreadElsewhere />
      <ChevronsUpDown className="pointer-events-none relative text-ink-subtle" aria-hidden="true" />
      {invitedTo !== undefined && invitedTo === here && (
        <InviteDialog
          orgId={invitedTo}
          organization={name}
          onClose={() => setInvitedTo(undefined)}
        />
      )}
      {isCreating && (
        <CreateOrganizationDialog
          onCreated={(orgId) =>
            // Nobody is there yet but whoever made it.
            void onSwitch(orgId).then((isThere) => isThere && setInvitedTo(orgId))
          }
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
