import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the first block of code or table. */
export const blockTexts = {
  code: { id: "messages.code", message: "Code" },
  codeIn: { id: "messages.codeIn", message: "Code, {language}" },
  copyCode: { id: "messages.copyCode", message: "Copy code" },
  copyCodeFailed: { id: "message.copyCodeFailed", message: "Failed to copy code" },
  rows: { id: "messages.rows", message: "{n, plural, one {# row} other {# rows}}" },
  copyTable: { id: "messages.copyTable", message: "Copy table" },
  copyTableFailed: { id: "messages.copyTableFailed", message: "Failed to copy table" },
  copy: { id: "messages.copy", message: "Copy" },
  exportCsv: { id: "messages.exportCsv", message: "Export CSV" },
  csv: { id: "messages.csv", message: "CSV" },
} as const satisfies Record<string, Text>;
