import type { Text } from "#web/lib/i18n.ts";

export const subscriptionTexts = {
  unread: { id: "subscriptions.unread", message: "{count} unread" },
  mentions: {
    id: "subscriptions.mentions",
    message: "{n, plural, one {{count} mention} other {{count} mentions}}",
  },
} as const satisfies Record<string, Text>;
