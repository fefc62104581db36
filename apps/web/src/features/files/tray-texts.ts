import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of files on their way. */
export const trayTexts = {
  tray: { id: "attachments.tray", message: "Files of this message" },
  status: {
    id: "attachments.status",
    message:
      "{n, plural, one {# file} other {# files}} attached, {done} uploaded{failed, plural, =0 {} other {, # not uploaded}}",
  },
  progress: { id: "attachments.progress", message: "{sent} of {size}" },
  waiting: { id: "attachments.waiting", message: "Waiting" },
  cut: { id: "attachments.cut", message: "Waiting for connection" },
  paused: { id: "attachments.paused", message: "Paused" },
  notUploaded: { id: "attachments.notUploaded", message: "Not uploaded: {reason}" },
  tooLarge: { id: "attachments.tooLarge", message: "larger than {max}" },
  pause: { id: "attachments.pause", message: "Pause {name}" },
  resume: { id: "attachments.resume", message: "Go on with {name}" },
  retry: { id: "attachments.retry", message: "Try {name} again" },
  remove: { id: "attachments.remove", message: "Remove {name}" },
  describe: { id: "attachments.describe", message: "Describe {name}" },
  altOf: { id: "attachments.altOf", message: "Description of {name}" },
  withAlt: { id: "attachments.withAlt", message: "{alt}, description of {name}" },
  alt: { id: "attachments.alt", message: "Description" },
  altHint: { id: "attachments.altHint", message: "Read to people who do not see the image." },
  save: { id: "attachments.saveAlt", message: "Save" },
} as const satisfies Record<string, Text>;
