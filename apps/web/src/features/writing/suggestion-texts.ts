import type { Text } from "#web/lib/language/i18n.ts";

export const suggestionTexts = {
  people: { id: "writing.people", message: "People" },
  hint: { id: "writing.suggestionHint", message: "Enter or Tab to choose" },
} as const satisfies Record<string, Text>;
