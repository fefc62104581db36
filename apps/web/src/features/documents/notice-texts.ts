import type { Text } from "#web/lib/language/i18n.ts";

/** Somebody who is named cannot open the document. */
export const noticeTexts = {
  hidden: { id: "documents.notice.hidden", message: "{name} cannot open this document." },
  untold: {
    id: "documents.notice.untold",
    message: "{name} cannot open this document and is not told. Ask its owner to share it.",
  },
  read: { id: "documents.notice.read", message: "Let them read" },
  comment: { id: "documents.notice.comment", message: "Let them comment" },
  close: { id: "documents.notice.close", message: "Close" },
  failed: { id: "documents.notice.failed", message: "The document was not shared" },
} as const satisfies Record<string, Text>;
