import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the lines at a message that was answered, or answers; they come with it. */
export const threadLineTexts = {
  replies: { id: "threads.replies", message: "{n, plural, one {# reply} other {# replies}}" },
  lastReply: { id: "threads.lastReply", message: "Last reply {time}" },
  new: { id: "threads.new", message: "{n, plural, one {# new} other {# new}}" },
  replied: { id: "messages.repliedInThread", message: "Replied in a thread" },
} as const satisfies Record<string, Text>;
