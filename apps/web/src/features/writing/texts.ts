import type { Text } from "#web/lib/language/i18n.ts";

export const writingTexts = {
  tools: { id: "writing.tools", message: "Formatting and emoji" },
  formatting: { id: "writing.formatting", message: "Formatting" },
  bold: { id: "writing.bold", message: "Bold" },
  italic: { id: "writing.italic", message: "Italic" },
  strike: { id: "writing.strike", message: "Strikethrough" },
  link: { id: "writing.link", message: "Link" },
  code: { id: "writing.code", message: "Code" },
  codeBlock: { id: "writing.codeBlock", message: "Code block" },
  list: { id: "writing.list", message: "List" },
  numbers: { id: "writing.numbers", message: "Numbered list" },
  quote: { id: "writing.quote", message: "Quote" },
  formatWords: { id: "writing.formatWords", message: "format markdown mark selection" },
} as const satisfies Record<string, Text>;
