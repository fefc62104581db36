import type { Text } from "#web/lib/language/i18n.ts";

/* For how long nothing is heard of a room: the ids of `muteEnds`. */
export const muteTexts = {
  muteFor: { id: "sidebar.muteFor", message: "Mute for…" },
  unmute: { id: "sidebar.unmute", message: "Unmute" },
  muteHour: { id: "sidebar.muteHour", message: "1 hour" },
  muteHours: { id: "sidebar.muteHours", message: "4 hours" },
  muteTomorrow: { id: "sidebar.muteTomorrow", message: "Until tomorrow" },
  muteWeek: { id: "sidebar.muteWeek", message: "1 week" },
  muteAlways: { id: "sidebar.muteAlways", message: "Until I unmute it" },
} as const satisfies Record<string, Text>;
