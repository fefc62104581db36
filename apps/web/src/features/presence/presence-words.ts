import type { Text } from "#web/lib/language/i18n.ts";

/* Texts that the first paint does without. */
export const lateTexts = {
  lastSeen: { id: "presence.lastSeen", message: "Last seen {when}" },
  justNow: { id: "presence.justNow", message: "just now" },
  until: { id: "presence.until", message: "{status} until {when}" },
} as const satisfies Record<string, Text>;
