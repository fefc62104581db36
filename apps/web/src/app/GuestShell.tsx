import { orderedSubscriptions } from "@colbin/client";
import { Suspense, useEffect } from "react";
import { matchRoutes, Navigate, useLocation, useMatch } from "react-router";
import { Toaster } from "#web/design/overlay/Toaster.tsx";
import { Tooltips } from "#web/design/overlay/Tooltips.tsx";
import { guestTexts } from "#web/features/guests/texts.ts";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { messageActions } from "#web/features/messages/actions.ts";
import { PersonCards } from "#web/features/people/PersonCards.tsx";
import { followActivity } from "#web/features/presence/follow-activity.ts";
import { PageTitle } from "#web/features/subscriptions/PageTitle.tsx";
import { writingActions } from "#web/features/writing/actions.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { ChatPage } from "./ChatPage.tsx";
import { drawMatches } from "./draw-matches.tsx";
import { GuestSidebar } from "./GuestSidebar.tsx";
import { LostConnection } from "./LostConnection.tsx";
import { NewVersion } from "./NewVersion.tsx";
import { regionActions } from "./region-actions.ts";
import { SheetSpinner } from "./SheetSpinner.tsx";
import { SideSheets } from "./SideSheets.tsx";
import { ShellLayout } from "./ShellLayout.tsx";
import { appTexts } from "./texts.ts";
import { useActionKeys } from "./use-action-keys.ts";

const actions = [...regionActions, ...messageActions, ...writingActions];
const rooms = [{ path: "chat/:chatId", element: <ChatPage /> }, { path: "*" }];

/** Around the one room of a link guest: no other screen, no palette, no settings, and of the keys those of the room alone. */
export function GuestShell() {
  const { devDelivery, productName } = usePublicConfig();
  const room = useStore(chat.store, (state) => orderedSubscriptions(state)[0]);
  const isOut = useStore(chat.store, ({ hasSubscriptions, order }) => {
    return hasSubscriptions && order.length === 0;
  });
  const isNarrow = useMediaQuery(narrowQuery);
  const isChoice = useMatch("/chat") !== null;
  const isList = isNarrow && isChoice;
  useActionKeys(actions);
  useEffect(followActivity, []);
  useEffect(() => {
    // The session ends with the place in the room: the server says so.
    if (isOut) account.users.me().catch(() => undefined);
  }, [isOut]);
  return (
    <>
      <PageTitle>
        {room ? t(appTexts.title, { page: room.roomName, product: productName }) : productName}
      </PageTitle>
      <ShellLayout
        pane={isList ? "list" : "sheet"}
        scope="chat"
        banners={
          <>
            <LostConnection />
            <NewVersion />
            {devDelivery && <DevDeliveryBanner />}
          </>
        }
        sidebarTitles={{ label: t(guestTexts.rooms), heading: t(guestTexts.rooms) }}
        sidebar={<GuestSidebar productName={productName} room={room} isCurrent={!isList} />}
      >
        <Suspense>
          {room ? <Screen slug={room.sessionRoomSlug} isList={isList} /> : <SheetSpinner />}
        </Suspense>
      </ShellLayout>
      <Toaster />
      <Tooltips />
      <PersonCards />
    </>
  );
}

/** Every address leads to the room; the code of the link does not stay in it. */
function Screen({ slug, isList }: { slug: string; isList: boolean }) {
  const location = useLocation();
  const match = useMatch("/chat/:chatId");
  const isThere =
    match?.params.chatId === slug && !new URLSearchParams(location.search).has("guest");
  if (isList) return null;
  if (!isThere) return <Navigate to={roomPath(slug)} replace />;
  return (
    <>
      {drawMatches(matchRoutes(rooms, location) ?? [])}
      <SideSheets />
    </>
  );
}
