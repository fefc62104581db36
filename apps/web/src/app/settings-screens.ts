import { apiKeysScreen } from "#web/features/api-keys/api-keys-screen.ts";
import { billingScreen } from "#web/features/billing/billing-screen.ts";
import { notificationSettingsScreen } from "#web/features/notification-preferences/screen.ts";
import { reportsScreen } from "#web/features/reports/reports-screen.ts";
import { securityScreen } from "#web/features/security/screen.ts";
import { settingsScreens as personScreens } from "#web/features/settings/screens.ts";

/** The pages of the settings, which come together. */
export const settingsScreens = {
  ...personScreens,
  security: securityScreen,
  notifications: notificationSettingsScreen,
  reports: reportsScreen,
  apiKeys: apiKeysScreen,
  billing: billingScreen,
} as const;
