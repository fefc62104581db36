import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { Navigate } from "react-router";
import { NEW_MESSAGE_PATH } from "#web/features/conversations/constants.ts";
import { conversationTexts } from "#web/features/conversations/texts.ts";
import { roomTitle } from "#web/features/rooms/room-title.ts";
import {
  ACTIVITY_PATH,
  BROWSE_PATH,
  DASHBOARD_PATH,
  DOCUMENTS_PATH,
  FILES_PATH,
  SCHEDULED_PATH,
  SEARCH_PATH,
  THREADS_PATH,
} from "#web/lib/routing/paths.ts";
import { SETTINGS_PATH, SHORTCUTS_PATH } from "./constants.ts";
import { loadChatPage } from "./load-chat-page.ts";
import type { ScreenRoute } from "./screens.ts";
import { appTexts } from "./texts.ts";

const loadSettings = async () => (await import("./settings-screens.ts")).settingsScreens;

const loadOrganizations = async () =>
  (await import("./organization-screens.ts")).organizationScreens;

const loadInstance = async () =>
  (await import("#web/features/administration/instance-screens.ts")).instanceScreens;

/** Fixed segments win over parameters whatever their order. */
export const routes: ScreenRoute[] = [
  { index: true, element: <Navigate to="/chat" replace /> },
  {
    path: "chat",
    handle: { isChoice: true },
    lazy: async () => ({
      Component: (await import("#web/features/browse/WelcomePage.tsx")).WelcomePage,
    }),
  },
  {
    path: "chat/:chatId",
    handle: { title: roomTitle, scope: "chat" },
    lazy: async () => ({ Component: (await loadChatPage()).ChatPage }),
  },
  {
    path: THREADS_PATH,
    lazy: async () => (await import("#web/features/threads/threads-screen.ts")).threadsScreen,
  },
  {
    path: "chat/later",
    lazy: async () => (await import("#web/features/saved/later-screen.ts")).laterScreen,
  },
  {
    path: SEARCH_PATH,
    lazy: async () => (await import("#web/features/search/search-screen.ts")).searchScreen,
  },
  {
    path: BROWSE_PATH,
    lazy: async () => (await import("#web/features/browse/browse-screen.ts")).browseScreen,
  },
  {
    path: DASHBOARD_PATH,
    lazy: async () => (await import("#web/features/dashboard/screen.ts")).dashboardScreen,
  },
  {
    path: ACTIVITY_PATH,
    lazy: async () =>
      (await import("#web/features/notifications/activity-screen.ts")).activityScreen,
  },
  {
    path: FILES_PATH,
    lazy: async () => (await import("#web/features/files/files-screen.ts")).filesScreen,
  },
  {
    path: DOCUMENTS_PATH,
    lazy: async () => (await import("#web/features/documents/documents-screen.ts")).documentsScreen,
  },
  {
    path: `${DOCUMENTS_PATH}/:documentId`,
    lazy: async () => (await import("#web/features/documents/document-screen.ts")).documentScreen,
  },
  {
    path: NEW_MESSAGE_PATH,
    handle: { title: conversationTexts.start },
    lazy: async () => ({
      Component: (await import("#web/features/conversations/NewMessagePage.tsx")).NewMessagePage,
    }),
  },
  {
    path: SCHEDULED_PATH,
    lazy: async () => (await import("#web/features/scheduled/screen.ts")).scheduledScreen,
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
      {
        index: true,
        handle: { isChoice: true },
        lazy: async () => (await loadSettings()).index,
      },
      { path: "profile", lazy: async () => (await loadSettings()).profile },
      { path: "account", lazy: async () => (await loadSettings()).account },
      { path: "security", lazy: async () => (await loadSettings()).security },
      { path: "appearance", lazy: async () => (await loadSettings()).appearance },
      { path: "privacy", lazy: async () => (await loadSettings()).privacy },
      { path: "notifications", lazy: async () => (await loadSettings()).notifications },
      { path: "reports", lazy: async () => (await loadSettings()).reports },
      { path: "api", lazy: async () => (await loadSettings()).apiKeys },
      { path: "billing", lazy: async () => (await loadSettings()).billing },
      {
        path: "instance",
        lazy: async () => (await loadInstance()).frame,
        children: [
          { index: true, lazy: async () => (await loadInstance()).people },
          { path: "organizations", lazy: async () => (await loadInstance()).organizations },
          { path: "limits", lazy: async () => (await loadInstance()).limits },
          { path: "health", lazy: async () => (await loadInstance()).health },
        ],
      },
      { path: "webhooks", lazy: async () => (await loadOrganizations()).ownWebhooks },
      { path: "organizations", lazy: async () => (await loadOrganizations()).list },
      // The name that the specification gives to the page of the usage.
      {
        path: "organizations/:orgId/billing",
        element: <Navigate to="../usage" relative="path" replace />,
      },
      {
        path: "organizations/:orgId",
        lazy: async () => (await loadOrganizations()).frame,
        children: [
          { index: true, lazy: async () => (await loadOrganizations()).settings },
          { path: "usage", lazy: async () => (await loadOrganizations()).usage },
          { path: "audit", lazy: async () => (await loadOrganizations()).audit },
          { path: "emoji", lazy: async () => (await loadOrganizations()).emoji },
          { path: "webhooks", lazy: async () => (await loadOrganizations()).webhooks },
          { path: "members", lazy: async () => (await loadOrganizations()).members },
          { path: "invites", lazy: async () => (await loadOrganizations()).invites },
        ],
      },
    ],
  },
  { path: "help", element: <Navigate to={SHORTCUTS_PATH} replace /> },
  {
    path: ":sessionRoomSlug",
    element: <Navigate to={`/chat/${GENERAL_ROOM_SLUG}`} replace />,
  },
  {
    path: "*",
    handle: { title: appTexts.notFoundTitle },
    lazy: async () => ({ Component: (await import("./NotFoundPage.tsx")).NotFoundPage }),
  },
];
