import type { Text } from "#web/lib/language/i18n.ts";

/** The part of `errorTexts` that is about documents. */
export const documentErrorTexts = {
  DOCUMENT_NOT_FOUND: { id: "errors.DOCUMENT_NOT_FOUND", message: "Document not found" },
  DOCUMENT_CYCLE: {
    id: "errors.DOCUMENT_CYCLE",
    message: "A document cannot be moved into itself",
  },
  DOCUMENT_LOCKED: { id: "errors.DOCUMENT_LOCKED", message: "This document is locked" },
} as const satisfies Record<string, Text>;
