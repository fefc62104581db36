import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the list of shortcuts, and with the page of an address that leads nowhere. */
export const lateAppTexts = {
  notFoundText: {
    id: "app.notFoundText",
    message: "The address leads nowhere. It may be mistyped, or what was there has gone.",
  },
  toRooms: { id: "app.toRooms", message: "Go to the rooms" },
  shortcutsPage: { id: "app.shortcutsPage", message: "Show on a page of their own" },
  scopeGlobal: { id: "app.scopeGlobal", message: "Everywhere" },
  scopeChat: { id: "app.scopeChat", message: "In a room" },
  scopeSettings: { id: "app.scopeSettings", message: "In the settings" },
  scopeActivity: { id: "app.scopeActivity", message: "In the activity" },
  scopeDocument: { id: "app.scopeDocument", message: "In a document" },
  scopeMessage: { id: "app.scopeMessage", message: "On a message" },
  scopeSidebar: { id: "app.scopeSidebar", message: "On a room of the sidebar" },
  scopeComposer: { id: "app.scopeComposer", message: "In the composer" },
} as const satisfies Record<string, Text>;
