import type { Text } from "#web/lib/language/i18n.ts";

export const avatarTexts = {
  upload: { id: "avatar.upload", message: "Upload picture" },
  replace: { id: "avatar.replace", message: "Replace picture" },
  remove: { id: "avatar.remove", message: "Remove" },
  removeLabel: { id: "avatar.removeLabel", message: "Remove picture" },
  choose: { id: "avatar.choose", message: "Image of the picture" },
  hint: {
    id: "avatar.hint",
    message: "PNG, JPEG, WebP or GIF, chosen or dropped here. Without one, the initials stand.",
  },
  hintOfRoom: {
    id: "avatar.hintOfRoom",
    message: "PNG, JPEG, WebP or GIF, chosen or dropped here.",
  },
  saved: { id: "avatar.saved", message: "Picture saved" },
  removed: { id: "avatar.removed", message: "Picture removed" },
  saveFailed: { id: "avatar.saveFailed", message: "Failed to save the picture" },
  removeFailed: { id: "avatar.removeFailed", message: "Failed to remove the picture" },

  crop: { id: "avatar.crop", message: "Choose the part to show" },
  area: { id: "avatar.area", message: "Part of the picture" },
  help: {
    id: "avatar.help",
    message: "Drag to move, pinch or scroll to zoom. With a keyboard: arrow keys, + and −.",
  },
  zoom: { id: "avatar.zoom", message: "Zoom" },
  save: { id: "avatar.save", message: "Save picture" },
  unreadable: {
    id: "avatar.unreadable",
    message: "This cannot be shown as a picture. Please choose another one.",
  },
} as const satisfies Record<string, Text>;
