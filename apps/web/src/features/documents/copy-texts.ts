import type { Text } from "#web/lib/language/i18n.ts";

/** About the copy of a document that this device keeps. */
export const copyTexts = {
  waiting: {
    id: "documents.copy.waiting",
    message: "This device has changes of yours that the document does not have.",
  },
  failed: { id: "documents.copy.failed", message: "The copy did not open" },
  discard: { id: "documents.copy.discard", message: "Discard changes" },
  discardTitle: { id: "documents.copy.discardTitle", message: "Discard the changes?" },
  discardText: {
    id: "documents.copy.discardText",
    message: "They are nowhere else. This cannot be undone.",
  },
} as const satisfies Record<string, Text>;
