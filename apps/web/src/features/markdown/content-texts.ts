import type { Text } from "#web/lib/language/i18n.ts";

/** Texts inside a message; loaded with the parts that draw it. */
export const contentTexts = {
  code: { id: "messages.code", message: "Code" },
  codeIn: { id: "messages.codeIn", message: "Code, {language}" },
  copyCode: { id: "messages.copyCode", message: "Copy code" },
  copyCodeFailed: { id: "message.copyCodeFailed", message: "Failed to copy code" },
  table: { id: "messages.table", message: "{n, plural, one {Table, # row} other {Table, # rows}}" },
  rows: { id: "messages.rows", message: "{n, plural, one {# row} other {# rows}}" },
  copyTable: { id: "messages.copyTable", message: "Copy table" },
  copyTableFailed: { id: "messages.copyTableFailed", message: "Failed to copy table" },
  copy: { id: "messages.copy", message: "Copy" },
  exportCsv: { id: "messages.exportCsv", message: "Export CSV" },
  csv: { id: "messages.csv", message: "CSV" },
  spoiler: { id: "messages.spoiler", message: "Spoiler, press to show" },
  done: { id: "messages.done", message: "Done:" },
  open: { id: "messages.open", message: "Open:" },
} as const satisfies Record<string, Text>;
