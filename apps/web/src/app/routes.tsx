import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { redirect, type RouteObject } from "react-router";
import { ChatShell } from "./ChatShell.tsx";
import { loadChatPage } from "./load-chat-page.ts";
import { PageSpinner } from "./PageSpinner.tsx";
import { RouterErrorScreen } from "./RouterErrorScreen.tsx";

/** Fixed segments win over parameters whatever their order; what matches nothing is the router's own 404. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouterErrorScreen,
    HydrateFallback: PageSpinner,
    children: [
      { index: true, loader: () => redirect("/chat") },
      {
        path: "chat",
        Component: ChatShell,
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await import("#web/features/rooms/WelcomePage.tsx")).WelcomePage,
            }),
          },
          {
            path: ":chatId",
            lazy: async () => ({ Component: (await loadChatPage()).ChatPage }),
          },
        ],
      },
      { path: ":sessionRoomSlug", loader: () => redirect(`/chat/${GENERAL_ROOM_SLUG}`) },
    ],
  },
];
