import type { DocumentLevelAskedFor } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** Asking those who lead a document for a level on it. */
export const askTexts = {
  ask: { id: "documents.ask", message: "Ask for access" },
  askMore: { id: "documents.askMore", message: "Ask to edit" },
  title: { id: "documents.askTitle", message: "Ask for access" },
  text: {
    id: "documents.askText",
    message: "Those who lead the document are told, and you are told what they answer.",
  },
  level: { id: "documents.askLevel", message: "I would like to" },
  message: { id: "documents.askMessage", message: "Message (optional)" },
  send: { id: "documents.askSend", message: "Ask" },
  sent: { id: "documents.askSent", message: "Asked. You are told when somebody answers." },
  requests: { id: "documents.requests", message: "Requests" },
} as const satisfies Record<string, Text>;

export const askLevelTexts: Readonly<Record<DocumentLevelAskedFor, Text>> = {
  READ: { id: "documents.askRead", message: "Read" },
  COMMENT: { id: "documents.askComment", message: "Comment" },
  WRITE: { id: "documents.askWrite", message: "Edit" },
};
