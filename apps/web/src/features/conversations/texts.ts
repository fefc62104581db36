import type { Text } from "#web/lib/language/i18n.ts";

export const conversationTexts = {
  start: { id: "conversations.start", message: "New message" },
  startWords: { id: "conversations.startWords", message: "direct message dm group talk person" },
  startDirect: { id: "conversations.startDirect", message: "Start a direct message" },
  notes: { id: "conversations.notes", message: "Notes to yourself" },
  notesWords: { id: "conversations.notesWords", message: "saved own private self me" },
  startGroup: { id: "conversations.startGroup", message: "Create a group" },
} as const satisfies Record<string, Text>;
