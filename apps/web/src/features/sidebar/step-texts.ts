import type { Text } from "#web/lib/language/i18n.ts";

/** Texts that come with the first step, and not with the sidebar. */
export const stepTexts = {
  noneOther: { id: "sidebar.noneOther", message: "There is no other room" },
  noneUnread: { id: "sidebar.noneUnread", message: "No other room is unread" },
} as const satisfies Record<string, Text>;
