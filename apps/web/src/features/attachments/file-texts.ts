import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of files that messages show. */
export const shownTexts = {
  open: { id: "attachments.open", message: "Open image: {name}" },
  more: { id: "attachments.more", message: "Open image: {name}, and {n} more" },
  download: { id: "attachments.download", message: "Download {name}" },
  downloadAll: { id: "attachments.downloadAll", message: "Download all ({n})" },
  failedToLoad: { id: "attachments.failedToLoad", message: "Image failed to load" },
  retry: { id: "attachments.loadAgain", message: "Try again" },
  deleted: { id: "attachments.deleted", message: "This file was deleted" },
  scanning: { id: "attachments.scanning", message: "Being scanned for viruses" },
  quarantined: {
    id: "attachments.quarantined",
    message: "Blocked: the virus scan found a threat. Nobody can open it.",
  },
  failed: {
    id: "attachments.failed",
    message: "This file could not be checked, so nobody can open it",
  },
  cancel: { id: "attachments.cancelSending", message: "Cancel sending" },
} as const satisfies Record<string, Text>;
