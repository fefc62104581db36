import { NotificationSettingsPage } from "./NotificationSettingsPage.tsx";
import { settingTexts } from "./texts.ts";

/** The title of the tab is loaded with the screen. */
export const notificationSettingsScreen = {
  Component: NotificationSettingsPage,
  handle: { title: settingTexts.title },
} as const;
