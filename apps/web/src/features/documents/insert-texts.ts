import type { Text } from "#web/lib/language/i18n.ts";

/** Parts of a document besides words. */
export const insertTexts = {
  menu: { id: "documents.insert.menu", message: "Insert" },
  image: { id: "documents.insert.image", message: "Image" },
  file: { id: "documents.insert.file", message: "File" },
  formula: { id: "documents.insert.formula", message: "Formula" },
  formulaInLine: { id: "documents.insert.formulaInLine", message: "Formula in the line" },
  latex: { id: "documents.insert.latex", message: "LaTeX" },
  set: { id: "documents.insert.set", message: "Insert" },
  mention: { id: "documents.insert.mention", message: "Mention somebody" },
  people: { id: "documents.insert.people", message: "People and documents" },
  message: { id: "documents.insert.message", message: "Message of the chat" },
  messageLink: { id: "documents.insert.messageLink", message: "Link of the message" },
  messageHint: {
    id: "documents.insert.messageHint",
    message: "Copied from the menu of a message. Only those who may read it see what it says.",
  },
  divider: { id: "documents.insert.divider", message: "Divider" },
  uploading: { id: "documents.insert.uploading", message: "{name} is being added" },
  uploadFailed: { id: "documents.insert.uploadFailed", message: "The file was not added" },
  uploadLeft: {
    id: "documents.insert.uploadLeft",
    message: "The document was left, or could not be changed any more, before the file was there.",
  },
  messageLoading: { id: "documents.insert.messageLoading", message: "Loading the message…" },
  messageFailed: { id: "documents.insert.messageFailed", message: "The message did not load" },
  messageHidden: {
    id: "documents.insert.messageHidden",
    message: "A message that is not there any more, or that you may not read",
  },
} as const satisfies Record<string, Text>;
