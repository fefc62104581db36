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
} as const satisfies Record<string, Text>;
