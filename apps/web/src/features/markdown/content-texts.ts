import type { Text } from "#web/lib/language/i18n.ts";

/** Texts inside a message; loaded with the parts that draw it. */
export const contentTexts = {
  table: { id: "messages.table", message: "{n, plural, one {Table, # row} other {Table, # rows}}" },
  spoiler: { id: "messages.spoiler", message: "Spoiler, press to show" },
} as const satisfies Record<string, Text>;
