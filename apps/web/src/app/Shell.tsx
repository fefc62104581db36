import { Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { Toaster } from "#web/design/overlay/Toaster.tsx";
import { Tooltips } from "#web/design/overlay/Tooltips.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { Bell } from "#web/features/notifications/Bell.tsx";
import { PaletteHost } from "#web/features/palette/PaletteHost.tsx";
import { PersonCards } from "#web/features/people/PersonCards.tsx";
import { Sidebar } from "#web/features/sidebar/Sidebar.tsx";
import { PageTitle } from "#web/features/subscriptions/PageTitle.tsx";
import { UserMenu } from "#web/features/users/UserMenu.tsx";
import { switchWorkspace } from "#web/features/workspaces/switch-workspace.ts";
import { WorkspaceSwitcher } from "#web/features/workspaces/WorkspaceSwitcher.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { displayZone } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { actions } from "./actions.ts";
import {
  ORGANIZATIONS_PATH,
  PRELOAD_DELAY_MS,
  SETTINGS_PATH,
  SHORTCUTS_PATH,
} from "./constants.ts";
import { LostConnection } from "./LostConnection.tsx";
import { NewVersion } from "./NewVersion.tsx";
import { Screens } from "./Screens.tsx";
import { SheetSpinner } from "./SheetSpinner.tsx";
import { ShellLayout } from "./ShellLayout.tsx";
import { appTexts } from "./texts.ts";
import { useActionKeys } from "./use-action-keys.ts";
import { useScreen } from "./use-screen.ts";
import { useWayOut } from "./use-way-out.ts";
import { useWorkspaceStart } from "./use-workspace-start.ts";

const RoomDialogs = lazyPart(
  () => import("#web/features/room-details/RoomDialogs.tsx"),
  "RoomDialogs",
);
const SettingsNav = lazyPart(() => import("#web/features/settings/SettingsNav.tsx"), "SettingsNav");

/** Everything around a screen: the sidebar, the banners, the toasts, the title of the tab. */
export function Shell() {
  const { devDelivery, productName } = usePublicConfig();
  const { params, title, pane, scope, isSettings } = useScreen();
  // A screen that is drawn remembers its dates. In the settings the zone is chosen, by a field that must not go meanwhile.
  const zone = useStore(account.session, displayZone);
  useActionKeys(actions);
  const isStarting = useWorkspaceStart(isSettings);
  useParts();
  return (
    <>
      <PageTitle>
        {title === undefined
          ? productName
          : t(appTexts.title, { page: title, product: productName })}
      </PageTitle>
      <ShellLayout
        pane={pane}
        scope={scope}
        banners={
          <>
            <LostConnection />
            <NewVersion />
            {devDelivery && <DevDeliveryBanner />}
          </>
        }
        sidebarTitles={isSettings ? settingsTitles() : roomTitles()}
        sidebar={<LiveSidebar currentSlug={params["chatId"]} isSettings={isSettings} />}
      >
        <Suspense>
          {isStarting ? <SheetSpinner /> : <Screens key={isSettings ? "" : zone} />}
        </Suspense>
      </ShellLayout>
      <RoomDialogs />
      <PaletteHost actions={actions} />
      <Toaster />
      <Tooltips />
      <PersonCards />
    </>
  );
}

function roomTitles() {
  return { label: t(appTexts.sidebar), heading: t(appTexts.rooms) };
}

function settingsTitles() {
  return { label: t(appTexts.settings), heading: t(appTexts.settings) };
}

function useParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadParts().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Their list comes late as well; what fails is asked for again when it is needed. */
async function loadParts(): Promise<void> {
  await (await import("./load-parts.ts")).loadParts();
}

interface LiveSidebarProps {
  currentSlug: string | undefined;
  isSettings: boolean;
}

function LiveSidebar({ currentSlug, isSettings }: LiveSidebarProps) {
  const navigate = useNavigate();
  const status = useStore(chat.store, ({ connectionStatus }) => connectionStatus);
  // Without a network there is nothing to connect to, whatever is being tried.
  // The channel is wanted from the first frame on, and begins a moment later.
  const wanted = status === "disconnected" ? "connecting" : status;
  const connection = useIsOnline() ? wanted : "disconnected";
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const organization = useStore(account.session, () => account.workspaces.activeName());
  const wayOut = useWayOut(isSettings);
  const foot = me && (
    <UserMenu
      user={me}
      findUnsent={async () => (await import("#web/lib/device/unsent.ts")).findUnsent()}
      onSignOut={() => void account.auth.signOut()}
      onProfile={() => void navigate(`${SETTINGS_PATH}/profile`)}
      onOrganizations={() => void navigate(ORGANIZATIONS_PATH)}
      onSettings={() => void navigate(SETTINGS_PATH)}
      onShortcuts={() => void navigate(SHORTCUTS_PATH)}
    >
      <Bell />
    </UserMenu>
  );
  if (isSettings) return <SettingsNav wayOut={wayOut} foot={foot} />;
  return (
    <Sidebar
      top={
        <WorkspaceSwitcher
          organization={organization}
          connection={connection}
          onSwitch={switchWorkspace}
          onManage={() => void navigate(ORGANIZATIONS_PATH)}
        />
      }
      currentSlug={currentSlug}
      foot={foot}
    />
  );
}
