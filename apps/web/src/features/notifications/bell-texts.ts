import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the shell; the list brings its own. */
export const bellTexts = {
  title: { id: "notifications.title", message: "Notifications" },
  unread: { id: "notifications.unread", message: "Notifications, {count} unread" },
} as const satisfies Record<string, Text>;
