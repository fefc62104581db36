import type { Text } from "#web/lib/language/i18n.ts";

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
  movedOut: { id: "sidebar.movedOut", message: "{room} was removed from its section" },
  changeFailed: { id: "sidebar.changeFailed", message: "Sections were not changed" },
  actFailed: { id: "sidebar.actFailed", message: "The room was not changed" },
  markRead: { id: "sidebar.markRead", message: "Mark as read" },
  sectionUp: { id: "sidebar.sectionUp", message: "Move up" },
  sectionDown: { id: "sidebar.sectionDown", message: "Move down" },
} as const satisfies Record<string, Text>;
