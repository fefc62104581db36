import { notificationSettingsScreen } from "#web/features/notification-preferences/screen.ts";
import { reportsScreen } from "#web/features/reports/reports-screen.ts";
import { settingsScreens as personScreens } from "#web/features/settings/screens.ts";

/** The pages of the settings, which come together. */
export const settingsScreens = {
  ...personScreens,
  notifications: notificationSettingsScreen,
  reports: reportsScreen,
} as const;
