import type { Text } from "#web/lib/language/i18n.ts";

/** The part of `errorTexts` that is about documents. */
export const documentErrorTexts = {
  DOCUMENT_NOT_FOUND: { id: "errors.DOCUMENT_NOT_FOUND", message: "Document not found" },
  DOCUMENT_CYCLE: {
    id: "errors.DOCUMENT_CYCLE",
    message: "A document cannot be moved into itself",
  },
  COMMENT_NOT_FOUND: { id: "errors.COMMENT_NOT_FOUND", message: "Comment not found" },
  COMMENT_LIMIT_REACHED: {
    id: "errors.COMMENT_LIMIT_REACHED",
    message: "A document has room for {max} comments. Delete some of them first.",
  },
  SUGGESTION_OUTDATED: {
    id: "errors.SUGGESTION_OUTDATED",
    message: "The text has changed since this was suggested",
  },
  SUGGESTION_DECLINED: {
    id: "errors.SUGGESTION_DECLINED",
    message: "This suggestion was declined. Open it again first.",
  },
  SUGGESTION_ACCEPTED: {
    id: "errors.SUGGESTION_ACCEPTED",
    message: "This suggestion was accepted, and is in the text",
  },
  LINK_NOT_FOUND: { id: "errors.LINK_NOT_FOUND", message: "This link is not valid" },
  LINK_GONE: { id: "errors.LINK_GONE", message: "This link is no longer valid" },
  LINK_PASSWORD_REQUIRED: {
    id: "errors.LINK_PASSWORD_REQUIRED",
    message: "This link needs a password",
  },
  LINK_PASSWORD_WRONG: { id: "errors.LINK_PASSWORD_WRONG", message: "The password is wrong" },
  LINK_LIMIT_REACHED: {
    id: "errors.LINK_LIMIT_REACHED",
    message: "This document has {max} links already. Remove one first.",
  },
  DOCUMENT_LOCKED: { id: "errors.DOCUMENT_LOCKED", message: "This document is locked" },
  DOCUMENT_TOO_LARGE: { id: "errors.DOCUMENT_TOO_LARGE", message: "The document is too large" },
  DOCUMENT_UNREADABLE: {
    id: "errors.DOCUMENT_UNREADABLE",
    message: "This is not a text that documents can take",
  },
  IMPORT_TOO_LARGE: {
    id: "errors.IMPORT_TOO_LARGE",
    message: "The file is too large, or it holds too much",
  },
  IMPORT_UNREADABLE: { id: "errors.IMPORT_UNREADABLE", message: "This file cannot be read" },
  PDF_NOT_AVAILABLE: {
    id: "errors.PDF_NOT_AVAILABLE",
    message: "This server makes no PDF files",
  },
  PDF_FAILED: { id: "errors.PDF_FAILED", message: "The PDF was not made. Please try again." },
  VERSION_GONE: { id: "errors.VERSION_GONE", message: "This version is not there any more" },
  VERSION_LIMIT_REACHED: {
    id: "errors.VERSION_LIMIT_REACHED",
    message: "This document has as many named versions as it can have. Take a name away first.",
  },
} as const satisfies Record<string, Text>;
