import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of files that messages show. */
export const shownTexts = {
  open: { id: "attachments.open", message: "Open image: {name}" },
  openPage: { id: "attachments.openPage", message: "Open the first page of {name}" },
  more: { id: "attachments.more", message: "Open image: {name}, and {n} more" },
  downloadAll: { id: "attachments.downloadAll", message: "Download all ({n})" },
  failedToLoad: { id: "attachments.failedToLoad", message: "Image failed to load" },
  cancel: { id: "attachments.cancelSending", message: "Cancel sending" },
} as const satisfies Record<string, Text>;
