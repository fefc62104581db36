import { countUnsent, orderedSubscriptions } from "@colbin/client";
import { Suspense, use, useEffect } from "react";
import { Outlet, useLocation, useParams } from "react-router";
import { Toaster } from "#web/design/Toaster.tsx";
import { Tooltips } from "#web/design/Tooltips.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { loadPublicConfig } from "#web/features/instance/public-config.ts";
import { Sidebar } from "#web/features/rooms/Sidebar.tsx";
import { UserMenu } from "#web/features/users/UserMenu.tsx";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { WorkspaceSwitcher } from "#web/features/workspaces/WorkspaceSwitcher.tsx";
import { account } from "#web/lib/account.ts";
import { chat } from "#web/lib/chat.ts";
import { t } from "#web/lib/i18n.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/media.ts";
import { useIsOnline } from "#web/lib/use-is-online.ts";
import { useStore } from "#web/lib/use-store.ts";
import { ChatLayout } from "./ChatLayout.tsx";
import { CONNECT_DELAY_MS, PRELOAD_DELAY_MS } from "./constants.ts";
import { loadParts } from "./load-parts.ts";
import { OfflineBanner } from "./OfflineBanner.tsx";

/** Everything around a room: the sidebar, the banners, the toasts, and the connection that they show. */
export function ChatShell() {
  const { devDelivery } = use(loadPublicConfig());
  const { chatId } = useParams();
  const isBrowsing = isBrowsingState(useLocation().state);
  // A wide screen shows both: the welcome screen stands where no room is chosen.
  const isSheet = !useMediaQuery(narrowQuery) || chatId !== undefined || isBrowsing;
  const pane = isSheet ? "sheet" : "list";
  useConnection();
  useParts();
  return (
    <>
      <ChatLayout
        pane={pane}
        banners={
          <>
            <Offline />
            {devDelivery && <DevDeliveryBanner />}
          </>
        }
        sidebar={
          <LiveSidebar currentSlug={chatId} isBrowsing={pane === "sheet" && chatId === undefined} />
        }
      >
        <Suspense>
          <Outlet />
        </Suspense>
      </ChatLayout>
      <Toaster />
      <Tooltips />
    </>
  );
}

function useConnection(): void {
  const userId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  useEffect(() => {
    // What was kept of the person may be old, or their session may have ended; who does not answer changes nothing.
    account.users.me().catch(() => undefined);
    const timer = setTimeout(() => chat.connection.connect(), CONNECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      chat.connection.disconnect();
    };
  }, [userId]);
}

function useParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadParts(), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

function Offline() {
  const isOnline = useIsOnline();
  const isLost = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "reconnecting" || connectionStatus === "error",
  );
  return isLost || !isOnline ? <OfflineBanner onRetry={() => chat.connection.connect()} /> : null;
}

interface LiveSidebarProps {
  currentSlug: string | undefined;
  isBrowsing: boolean;
}

function LiveSidebar({ currentSlug, isBrowsing }: LiveSidebarProps) {
  const rooms = useStore(chat.store, orderedSubscriptions);
  const hasSubscriptions = useStore(chat.store, (state) => state.hasSubscriptions);
  const status = useStore(chat.store, ({ connectionStatus }) => connectionStatus);
  // Without a network there is nothing to connect to, whatever is being tried.
  const connection = useIsOnline() ? status : "disconnected";
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const unsentCount = useStore(chat.store, countUnsent);
  return (
    <Sidebar
      top={<WorkspaceSwitcher name={t(workspaceTexts.personal)} connection={connection} />}
      rooms={rooms}
      isLoading={!hasSubscriptions}
      currentSlug={currentSlug}
      isBrowsing={isBrowsing}
      foot={
        me && (
          <UserMenu
            user={me}
            unsentCount={unsentCount}
            findUnsent={() => chat.messages.findUnsent()}
            onSignOut={() => void account.auth.signOut()}
          />
        )
      }
    />
  );
}

function isBrowsingState(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isBrowsing" in state;
}
