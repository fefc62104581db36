import type { Text } from "#web/lib/language/i18n.ts";

export const suggestionTexts = {
  people: { id: "writing.people", message: "People" },
  hint: { id: "writing.suggestionHint", message: "Enter or Tab to choose" },
  rooms: { id: "suggestions.rooms", message: "Rooms" },
  outside: { id: "suggestions.outside", message: "{username}, not in this room" },
  here: { id: "suggestions.here", message: "Everybody who is online" },
  all: { id: "suggestions.all", message: "Everybody in this room" },
} as const satisfies Record<string, Text>;
