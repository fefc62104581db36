import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the sheet with one file. */
export const fileDetailsTexts = {
  previous: { id: "files.previous", message: "Previous file" },
  next: { id: "files.next", message: "Next file" },
  place: { id: "files.place", message: "{n} of {total}" },
  back: { id: "files.back", message: "Back to the files of the room" },
  download: { id: "files.download", message: "Download" },
  show: { id: "files.show", message: "Show in chat" },
  more: { id: "files.more", message: "More" },
  rename: { id: "files.rename", message: "Rename" },
  remove: { id: "files.delete", message: "Delete" },
  restore: { id: "files.restore", message: "Restore" },
  restored: { id: "files.restored", message: "{name} is back" },
  restoreFailed: { id: "files.restoreFailed", message: "The file was not restored" },
  renameTitle: { id: "files.renameTitle", message: "Rename this file" },
  renameText: {
    id: "files.renameText",
    message: "Messages with it show the new name.",
  },
  newName: { id: "files.newName", message: "Name" },
  deleteTitle: { id: "files.deleteTitle", message: "Delete {name}" },
  deleteText: {
    id: "files.deleteText",
    message:
      "Nobody else sees it from now on, also not in messages. You can restore it for {days} days, then it is removed for good.",
  },
  trashed: { id: "files.trashed", message: "In the trash until {date}" },
  trashedText: { id: "files.trashedText", message: "Nobody else sees it." },
  in: { id: "files.in", message: "In" },
  kind: { id: "files.kind", message: "Kind" },
  checked: { id: "files.checked", message: "Malware scan" },
  added: { id: "files.added", message: "Added" },
  notFound: { id: "files.notFound", message: "This file is not there" },
  noPreview: { id: "files.noPreview", message: "No preview of this kind of file" },
  previewFailed: { id: "files.previewFailed", message: "The preview did not load" },
  textCut: { id: "files.textCut", message: "The first {size}. Download it for the rest." },
  preview: { id: "files.preview", message: "Preview of {name}" },
} as const satisfies Record<string, Text>;

export const usageTexts = {
  usage: { id: "files.usage", message: "Your storage" },
  used: { id: "files.used", message: "{used} used" },
  usedOf: { id: "files.usedOf", message: "{used} of {limit}" },
  noLimit: { id: "files.noLimit", message: "Self-hosted, no limits" },
  largest: { id: "files.largest", message: "Largest files" },
  largestText: {
    id: "files.largestText",
    message: "Deleting these frees the most, once they leave the trash.",
  },
  inTrash: { id: "files.inTrash", message: "in the trash" },
  noneOwn: { id: "files.noneOwn", message: "You have no files here" },
} as const satisfies Record<string, Text>;
