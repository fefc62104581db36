import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of receipts; they come with the mark of the own last message. */
export const receiptTexts = {
  readBy: { id: "receipts.readBy", message: "Read by {n}" },
  title: { id: "receipts.title", message: "Read by" },
  of: { id: "receipts.of", message: "{n} of {total}" },
  none: { id: "receipts.none", message: "Nobody has read it yet" },
} as const satisfies Record<string, Text>;
