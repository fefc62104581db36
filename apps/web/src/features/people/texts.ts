import type { Text } from "#web/lib/language/i18n.ts";

export const peopleTexts = {
  card: { id: "people.card", message: "About {name}" },
  guest: { id: "people.guest", message: "Guest" },
  unseen: { id: "people.unseen", message: "Not in your workspace" },
  message: { id: "people.message", message: "Message" },
} as const satisfies Record<string, Text>;
