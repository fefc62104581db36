import type { Text } from "#web/lib/i18n.ts";

export const sidebarTexts = {
  search: { id: "rooms.search", message: "Search rooms" },
  channels: { id: "sidebar.channels", message: "Channels" },
  direct: { id: "sidebar.dms", message: "Direct messages" },
  groups: { id: "sidebar.groups", message: "Groups" },
  later: { id: "sidebar.later", message: "Later" },
  laterEmpty: { id: "sidebar.laterEmpty", message: "Saved messages will appear here" },
  noMatch: { id: "rooms.noMatch", message: 'No room matches "{query}"' },
  loading: { id: "rooms.loading", message: "Loading rooms" },
  muted: { id: "sidebar.muted", message: "(muted)" },
  newSection: { id: "sidebar.newSection", message: "New section…" },
  newSectionWords: { id: "sidebar.newSectionWords", message: "sidebar group rooms folder order" },
  sectionMenu: { id: "sidebar.sectionMenu", message: "More of {section}" },
  moveUp: { id: "sidebar.moveUp", message: "Move the room up" },
  moveDown: { id: "sidebar.moveDown", message: "Move the room down" },
  moveWords: { id: "sidebar.moveWords", message: "section order room" },
  previous: { id: "sidebar.previous", message: "Previous room" },
  next: { id: "sidebar.next", message: "Next room" },
  previousUnread: { id: "sidebar.previousUnread", message: "Previous unread room" },
  nextUnread: { id: "sidebar.nextUnread", message: "Next unread room" },
  stepWords: { id: "sidebar.stepWords", message: "go switch channel" },
} as const satisfies Record<string, Text>;
