import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the composer's tools. */
export const fileTexts = {
  attach: { id: "attachments.attach", message: "Attach files" },
  choose: { id: "attachments.choose", message: "Photos and files" },
  photo: { id: "attachments.photo", message: "Take a photo" },
  drop: { id: "attachments.drop", message: "Drop to attach" },
  dropHint: {
    id: "attachments.dropHint",
    message: "Up to {n} files. You can still write something before you send.",
  },
  tooMany: {
    id: "attachments.tooMany",
    message: "{n, plural, one {# file was} other {# files were}} not added",
  },
  tooManyWhy: { id: "attachments.tooManyWhy", message: "A message takes up to {n} files." },
  empty: { id: "attachments.empty", message: "{name} is empty" },
  folder: { id: "attachments.folder", message: "{name} is a folder" },
  emptyWhy: { id: "attachments.emptyWhy", message: "Nothing was added." },
} as const satisfies Record<string, Text>;
