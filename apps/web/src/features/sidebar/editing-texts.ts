import type { Text } from "#web/lib/i18n.ts";

export const editingTexts = {
  renameSection: { id: "sidebar.renameSection", message: "Rename section" },
  deleteSection: { id: "sidebar.deleteSection", message: "Delete section" },
  sectionName: { id: "sidebar.sectionName", message: "Name of the section" },
  makeVerb: { id: "sidebar.makeVerb", message: "Create" },
  renameVerb: { id: "sidebar.renameVerb", message: "Rename" },
  moveTo: { id: "sidebar.moveTo", message: "Move to section" },
  takeOut: { id: "sidebar.takeOut", message: "Take out of {section}" },
  moved: {
    id: "sidebar.moved",
    message: "{room}, moved to {section}, position {at} of {of}",
  },
  movedOut: { id: "sidebar.movedOut", message: "{room} is in no section of yours any more" },
  changeFailed: { id: "sidebar.changeFailed", message: "Sections were not changed" },
  actFailed: { id: "sidebar.actFailed", message: "The room was not changed" },
  markRead: { id: "sidebar.markRead", message: "Mark as read" },
  muteFor: { id: "sidebar.muteFor", message: "Mute for…" },
  unmute: { id: "sidebar.unmute", message: "Unmute" },
  muteHour: { id: "sidebar.muteHour", message: "1 hour" },
  muteHours: { id: "sidebar.muteHours", message: "4 hours" },
  muteTomorrow: { id: "sidebar.muteTomorrow", message: "Until tomorrow" },
  muteWeek: { id: "sidebar.muteWeek", message: "1 week" },
  muteAlways: { id: "sidebar.muteAlways", message: "Until I unmute it" },
  sectionUp: { id: "sidebar.sectionUp", message: "Move up" },
  sectionDown: { id: "sidebar.sectionDown", message: "Move down" },
} as const satisfies Record<string, Text>;
