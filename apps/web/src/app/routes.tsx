import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { redirect, type RouteObject } from "react-router";
import { roomTitle } from "#web/features/rooms/room-title.ts";
import type { Screen } from "#web/lib/screen.ts";
import { SETTINGS_PATH, SHORTCUTS_PATH } from "./constants.ts";
import { loadChatPage } from "./load-chat-page.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { PageErrorScreen } from "./PageErrorScreen.tsx";
import { RouterErrorScreen } from "./RouterErrorScreen.tsx";
import { Shell } from "./Shell.tsx";
import { SheetSpinner } from "./SheetSpinner.tsx";
import { appTexts } from "./texts.ts";

type ScreenRoute = RouteObject & { handle: Screen };

const loadSettings = async () =>
  (await import("#web/features/settings/screens.ts")).settingsScreens;

const loadOrganizations = async () =>
  (await import("./organization-screens.ts")).organizationScreens;

/** Fixed segments win over parameters whatever their order. */
const screens: ScreenRoute[] = [
  {
    path: "chat",
    handle: { isChoice: true },
    lazy: async () => ({
      Component: (await import("#web/features/rooms/WelcomePage.tsx")).WelcomePage,
    }),
  },
  {
    path: "chat/:chatId",
    handle: { title: roomTitle, scope: "chat" },
    lazy: async () => ({ Component: (await loadChatPage()).ChatPage }),
  },
  {
    path: SHORTCUTS_PATH,
    handle: { title: appTexts.shortcuts },
    lazy: async () => ({ Component: (await import("./ShortcutsPage.tsx")).ShortcutsPage }),
  },
  {
    path: SETTINGS_PATH,
    handle: { scope: "settings" },
    children: [
      { index: true, lazy: async () => (await loadSettings()).index },
      { path: "profile", lazy: async () => (await loadSettings()).profile },
      { path: "account", lazy: async () => (await loadSettings()).account },
      { path: "appearance", lazy: async () => (await loadSettings()).appearance },
      { path: "privacy", lazy: async () => (await loadSettings()).privacy },
      { path: "organizations", lazy: async () => (await loadOrganizations()).list },
      {
        path: "organizations/:orgId",
        lazy: async () => (await loadOrganizations()).frame,
        children: [
          { index: true, lazy: async () => (await loadOrganizations()).settings },
          { path: "usage", lazy: async () => (await loadOrganizations()).usage },
          { path: "audit", lazy: async () => (await loadOrganizations()).audit },
          { path: "members", lazy: async () => (await loadOrganizations()).members },
          { path: "invites", lazy: async () => (await loadOrganizations()).invites },
        ],
      },
    ],
  },
  { path: "*", handle: { title: appTexts.notFoundTitle }, Component: NotFoundPage },
];

export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouterErrorScreen,
    children: [
      {
        // What a page cannot do leaves the sidebar standing.
        ErrorBoundary: PageErrorScreen,
        HydrateFallback: SheetSpinner,
        children: [
          { index: true, loader: () => redirect("/chat") },
          ...screens,
          { path: "help", loader: () => redirect(SHORTCUTS_PATH) },
          { path: ":sessionRoomSlug", loader: () => redirect(`/chat/${GENERAL_ROOM_SLUG}`) },
        ],
      },
    ],
  },
];
