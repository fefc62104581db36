import type { Text } from "#web/lib/language/i18n.ts";

export const announcementTexts = {
  title: { id: "announcements.title", message: "Announcement" },
  tell: { id: "announcements.tell", message: "Tell everybody something" },
  hint: {
    id: "announcements.hint",
    message: "Everybody in the organization finds it under their notifications.",
  },
  serverHint: {
    id: "announcements.serverHint",
    message: "Everybody on this server finds it under their notifications.",
  },
  server: { id: "announcements.server", message: "This server" },
  write: { id: "announcements.write", message: "Write an announcement" },
  text: { id: "announcements.text", message: "Text" },
  verb: { id: "announcements.verb", message: "Announce" },
  done: { id: "announcements.done", message: "Announced" },
  failed: { id: "announcements.failed", message: "Not announced" },
} as const satisfies Record<string, Text>;
