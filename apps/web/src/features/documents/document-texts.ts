import type { Text } from "#web/lib/language/i18n.ts";
import type { ShownScope } from "./document-scopes.ts";

export const documentTexts = {
  title: { id: "documents.title", message: "Documents" },
  document: { id: "documents.document", message: "Document" },
  create: { id: "documents.create", message: "New document" },
  createFailed: { id: "documents.createFailed", message: "The document was not created" },
  scope: { id: "documents.scope", message: "Which documents" },
  search: { id: "documents.search", message: "Search documents by title" },
  name: { id: "documents.name", message: "Name" },
  where: { id: "documents.where", message: "Where" },
  editedBy: { id: "documents.editedBy", message: "Edited by" },
  edited: { id: "documents.edited", message: "Edited" },
  gone: { id: "documents.gone", message: "Gone for ever" },
  mine: { id: "documents.mine", message: "Yours" },
  shared: { id: "documents.shared", message: "Shared with you" },
  locked: { id: "documents.locked", message: "Locked" },
  open: { id: "documents.open", message: "Show documents in {title}" },
  close: { id: "documents.close", message: "Hide documents in {title}" },
  loadFailed: { id: "documents.loadFailed", message: "Documents did not load" },
  noneFound: { id: "documents.noneFound", message: "No document matches" },
  noneFoundText: { id: "documents.noneFoundText", message: "Other words find more." },
  noneInRoom: { id: "documents.noneInRoom", message: "No documents in this room yet" },
  noneInRoomText: {
    id: "documents.noneInRoomText",
    message: "The people of the room write them together.",
  },
  pages: { id: "documents.pages", message: "Pages of documents" },
  missing: { id: "documents.missing", message: "This document is not there" },
  missingText: {
    id: "documents.missingText",
    message: "It was deleted, or it is not open to you.",
  },
  toAll: { id: "documents.toAll", message: "Show all documents" },
  back: { id: "documents.back", message: "Back to documents" },
  oneFailed: { id: "documents.oneFailed", message: "The document did not load" },
  editorFailed: { id: "documents.editorFailed", message: "The editor did not load" },
  editorFailedText: {
    id: "documents.editorFailedText",
    message: "Check your connection. Nothing of the document is lost.",
  },
  trashed: { id: "documents.trashed", message: "This document is in the trash" },
  trashedUntil: { id: "documents.trashedUntil", message: "It can be restored until {date}." },
} as const satisfies Record<string, Text>;

export const scopeTexts: Readonly<Record<ShownScope, Text>> = {
  all: { id: "documents.scope.all", message: "All" },
  shared: { id: "documents.scope.shared", message: "Shared with me" },
  archived: { id: "documents.scope.archived", message: "Archived" },
  trash: { id: "documents.scope.trash", message: "Trash" },
};

/** Where nothing is to be shown: the missing thing, and why that is so. */
export const noneTexts: Readonly<
  Record<ShownScope, { readonly title: Text; readonly text: Text }>
> = {
  all: {
    title: { id: "documents.none", message: "No documents yet" },
    text: {
      id: "documents.noneText",
      message: "Those of your rooms and those that you write or are given are found here.",
    },
  },
  shared: {
    title: { id: "documents.noneShared", message: "Nothing is shared with you" },
    text: {
      id: "documents.noneSharedText",
      message: "Documents that others give to you are found here.",
    },
  },
  archived: {
    title: { id: "documents.noneArchived", message: "Nothing is archived" },
    text: {
      id: "documents.noneArchivedText",
      message: "Documents that are done can be archived. They are read, and not changed.",
    },
  },
  trash: {
    title: { id: "documents.noneTrash", message: "The trash is empty" },
    text: {
      id: "documents.noneTrashText",
      message: "Documents in the trash can be restored for 30 days.",
    },
  },
};
