import type { Text } from "#web/lib/language/i18n.ts";

export const soundTexts = {
  title: { id: "sounds.title", message: "This browser" },
  sound: { id: "settings.sound", message: "Chat sound" },
  soundHint: {
    id: "settings.soundHint",
    message:
      "For messages of others: not in muted rooms, not in the room on the screen, not while it is quiet",
  },
  message: { id: "sounds.message", message: "Sound of messages" },
  messageHint: { id: "sounds.messageHint", message: "A choice is played at once" },
  mention: { id: "sounds.mention", message: "Sound of mentions" },
  mentionHint: {
    id: "sounds.mentionHint",
    message: "For mentions and direct messages, so that you can tell them apart",
  },
  play: { id: "sounds.play", message: "Play {name}" },
  pebble: { id: "sounds.pebble", message: "Pebble" },
  pebbles: { id: "sounds.pebbles", message: "Two pebbles" },
  glass: { id: "sounds.glass", message: "Glass" },
  reed: { id: "sounds.reed", message: "Reed" },
  tabTitle: { id: "sounds.tabTitle", message: "Count in the title" },
  tabTitleHint: {
    id: "sounds.tabTitleHint",
    message: "The title of the tab begins with the number of unread messages",
  },
  favicon: { id: "sounds.favicon", message: "Dot on the icon" },
  faviconHint: {
    id: "sounds.faviconHint",
    message: "The icon of the tab has a dot while something is unread",
  },
} as const satisfies Record<string, Text>;
