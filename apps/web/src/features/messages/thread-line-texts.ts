import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the line under a message that was answered; they come with it. */
export const threadLineTexts = {
  replies: { id: "threads.replies", message: "{n, plural, one {# reply} other {# replies}}" },
  lastReply: { id: "threads.lastReply", message: "Last reply {time}" },
  new: { id: "threads.new", message: "{n, plural, one {# new} other {# new}}" },
} as const satisfies Record<string, Text>;
