import type { Text } from "#web/lib/language/i18n.ts";

export const subscriptionTexts = {
  unread: { id: "subscriptions.unread", message: "{count} unread" },
  mentions: {
    id: "subscriptions.mentions",
    message: "{n, plural, one {{count} mention} other {{count} mentions}}",
  },
  markAllRead: { id: "subscriptions.markAllRead", message: "Mark all rooms as read" },
  markAllReadWords: { id: "subscriptions.markAllReadWords", message: "unread clear badges" },
} as const satisfies Record<string, Text>;
