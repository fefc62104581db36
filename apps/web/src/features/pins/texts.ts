import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of pins; loaded with what shows them. */
export const pinTexts = {
  title: { id: "pins.title", message: "Pinned messages" },
  words: { id: "pins.words", message: "kept important pins" },
  pinnedOn: { id: "pins.pinnedOn", message: "Pinned by {name}, {date}" },
  count: {
    id: "pins.count",
    message: "{n, plural, one {# pinned message} other {# pinned messages}}",
  },
  unpin: { id: "pins.unpin", message: "Unpin" },
  jump: { id: "pins.jump", message: "Jump" },
  tools: { id: "pins.tools", message: "Pin actions" },
  item: { id: "pins.item", message: "{author}, {time}" },
  emptyTitle: { id: "pins.emptyTitle", message: "Nothing pinned yet" },
  emptyText: {
    id: "pins.emptyText",
    message: "Pin what newcomers should read first. Everyone in the room sees it here.",
  },
  loading: { id: "pins.loading", message: "Loading pinned messages" },
  failed: { id: "pins.failed", message: "Pinned messages did not load" },
} as const satisfies Record<string, Text>;
