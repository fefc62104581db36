import type { Text } from "#web/lib/language/i18n.ts";
import type { DocumentAct } from "./document-acts.ts";

/** In the menu of a document. */
export const actTexts: Readonly<Record<DocumentAct, Text>> = {
  rename: { id: "documents.rename", message: "Rename" },
  inside: { id: "documents.inside", message: "New document inside" },
  move: { id: "documents.move", message: "Move…" },
  share: { id: "documents.share", message: "Share" },
  duplicate: { id: "documents.duplicate", message: "Duplicate" },
  duplicateTree: { id: "documents.duplicateTree", message: "Duplicate with all in it" },
  template: { id: "documents.toTemplate", message: "Use as template" },
  untemplate: { id: "documents.noTemplate", message: "No longer a template" },
  lock: { id: "documents.lock", message: "Lock" },
  unlock: { id: "documents.unlock", message: "Unlock" },
  archive: { id: "documents.archive", message: "Archive" },
  unarchive: { id: "documents.unarchive", message: "Unarchive" },
  trash: { id: "documents.trash", message: "Move to trash" },
  restore: { id: "documents.restore", message: "Restore" },
  remove: { id: "documents.remove", message: "Delete for ever" },
};

export const actWords = {
  more: { id: "documents.more", message: "More for {title}" },
  failed: { id: "documents.actFailed", message: "The document was not changed" },
  trashed: { id: "documents.trashedToast", message: "{title} is in the trash" },
  restored: { id: "documents.restored", message: "{title} is back" },
  offered: { id: "documents.offered", message: "{title} is a template" },
  notOffered: { id: "documents.notOffered", message: "{title} is no longer a template" },
  undo: { id: "documents.undo", message: "Undo" },
  renameTitle: { id: "documents.renameTitle", message: "Rename this document" },
  newTitle: { id: "documents.newTitle", message: "Title" },
  removeTitle: { id: "documents.removeTitle", message: "Delete {title} for ever?" },
  removeText: {
    id: "documents.removeText",
    message:
      "It goes with the documents in it that went to the trash with it. Nobody can bring it back.",
  },
  removeFailed: { id: "documents.removeFailed", message: "The document was not deleted" },
} as const satisfies Record<string, Text>;
