import type { Text } from "#web/lib/language/i18n.ts";

export const emojiPageTexts = {
  title: { id: "customEmoji.title", message: "Custom emoji" },
  count: { id: "customEmoji.count", message: "{n} of {max}" },
  failed: { id: "customEmoji.failed", message: "Failed to fetch the emoji" },
  none: { id: "customEmoji.none", message: "No emoji of your own yet" },
  noneText: {
    id: "customEmoji.noneText",
    message: "Add a logo or an inside joke, and everybody here can react and write with it.",
  },
  noneForMember: {
    id: "customEmoji.noneForMember",
    message: "The owner and admins can add some.",
  },
  add: { id: "customEmoji.add", message: "Add emoji" },
  addVerb: { id: "customEmoji.addVerb", message: "Add" },
  addText: {
    id: "customEmoji.addText",
    message: "A PNG, GIF or WebP of at most {kb} KB. It is shown small: simple images look best.",
  },
  addFailed: { id: "customEmoji.addFailed", message: "Failed to add the emoji" },
  full: { id: "customEmoji.full", message: "Remove an emoji before you add another one." },
  choose: { id: "customEmoji.choose", message: "Choose image" },
  chooseOther: { id: "customEmoji.chooseOther", message: "Choose another image" },
  noImage: { id: "customEmoji.noImage", message: "No image yet" },
  preview: { id: "customEmoji.preview", message: "Preview" },
  tooLarge: { id: "customEmoji.tooLarge", message: "This image is larger than {kb} KB." },
  wrongType: { id: "customEmoji.wrongType", message: "This is no PNG, GIF or WebP." },
  name: { id: "customEmoji.name", message: "Name" },
  nameHint: {
    id: "customEmoji.nameHint",
    message: "2 to 32 of a to z, 0 to 9, _ and -. Everybody writes it as :name:.",
  },
  remove: { id: "customEmoji.remove", message: "Remove {code}" },
  removeTitle: { id: "customEmoji.removeTitle", message: "Remove {code}?" },
  removeText: {
    id: "customEmoji.removeText",
    message: "Messages and reactions that have it show {code} as text from now on.",
  },
  removeVerb: { id: "customEmoji.removeVerb", message: "Remove" },
  removeFailed: { id: "customEmoji.removeFailed", message: "Failed to remove the emoji" },
} as const satisfies Record<string, Text>;
