import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the acts on a room; loaded with its tools, dialogs and menus. */
export const roomActTexts = {
  details: { id: "room.details", message: "Room details" },
  detailsWords: { id: "room.detailsWords", message: "members people settings requests about mute" },
  leave: { id: "room.leave", message: "Leave conversation" },
  archive: { id: "room.archive", message: "Archive conversation" },
  delete: { id: "room.delete", message: "Delete room" },
  endWords: { id: "room.endWords", message: "channel room quit close remove" },
} as const satisfies Record<string, Text>;
