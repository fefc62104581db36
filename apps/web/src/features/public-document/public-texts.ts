import type { Text } from "#web/lib/language/i18n.ts";

export const publicTexts = {
  loading: { id: "publicDocument.loading", message: "Loading the document" },
  locked: { id: "publicDocument.locked", message: "This document has a password" },
  lockedText: {
    id: "publicDocument.lockedText",
    message: "Whoever gave you the link knows it.",
  },
  password: { id: "publicDocument.password", message: "Password" },
  open: { id: "publicDocument.open", message: "Open" },
  notFound: { id: "publicDocument.notFound", message: "This link is not valid" },
  notFoundText: {
    id: "publicDocument.notFoundText",
    message: "Check that you have all of it. The document may have been deleted.",
  },
  gone: { id: "publicDocument.gone", message: "This link no longer works" },
  goneText: {
    id: "publicDocument.goneText",
    message: "Its time is over, or it was taken back. Ask for another one.",
  },
  failed: { id: "publicDocument.failed", message: "The document did not load" },
  retry: { id: "error.retry", message: "Try Again" },
  home: { id: "publicDocument.home", message: "Open {product}" },
  updated: { id: "publicDocument.updated", message: "Last changed {date}" },
  text: { id: "publicDocument.text", message: "Text of the document" },
  image: { id: "publicDocument.image", message: "Image" },
  file: { id: "publicDocument.file", message: "File" },
  task: { id: "publicDocument.task", message: "Task: {text}" },
  inApp: { id: "publicDocument.inApp", message: "Open in the app" },
  notMember: {
    id: "publicDocument.notMember",
    message: "You are no member of the workspace that it belongs to.",
  },
} as const satisfies Record<string, Text>;
