import type { Text } from "#web/lib/language/i18n.ts";

/* Texts of a room's menu beside its end. */
export const wayTexts = {
  copyLink: { id: "room.copyLink", message: "Copy link" },
  share: { id: "room.share", message: "Share room" },
  details: { id: "room.detailsShort", message: "Details" },
} as const satisfies Record<string, Text>;
