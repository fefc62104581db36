import type { Text } from "#web/lib/language/i18n.ts";

export const tableTexts = {
  loading: { id: "table.loading", message: "Loading {label}" },
  sort: { id: "table.sort", message: "Sort by" },
  sortedBy: { id: "table.sortedBy", message: "Sort: {column}" },
  actions: { id: "table.actions", message: "Actions" },
  selectAll: { id: "table.selectAll", message: "Select all on this page" },
  selectRow: { id: "table.selectRow", message: "Select {name}" },
  selected: { id: "table.selected", message: "{n, plural, one {# selected} other {# selected}}" },
  clear: { id: "table.clear", message: "Clear selection" },
  range: { id: "table.range", message: "{from}–{to} of {total}" },
  previous: { id: "table.previous", message: "Previous page" },
  next: { id: "table.next", message: "Next page" },
} as const satisfies Record<string, Text>;
