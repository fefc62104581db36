import type { Text } from "#web/lib/language/i18n.ts";

export const draftTexts = {
  mark: { id: "drafts.mark", message: "(draft)" },
  other: { id: "drafts.other", message: "Draft of another device" },
  use: { id: "drafts.use", message: "Use it" },
  discard: { id: "drafts.discard", message: "Discard" },
} as const satisfies Record<string, Text>;
