import type { Text } from "#web/lib/language/i18n.ts";

export const introTexts = {
  andYou: { id: "rooms.introAndYou", message: "{names} and you" },
  direct: { id: "rooms.introDirect", message: "Only the two of you can read this." },
  saved: { id: "rooms.introSaved", message: "Only you can read this." },
  group: { id: "rooms.introGroup", message: "Only the people in this group can read this." },
  unnamed: {
    id: "rooms.introUnnamed",
    message:
      "Only you and they can read this. Adding somebody opens another group, without this history.",
  },
} as const satisfies Record<string, Text>;
