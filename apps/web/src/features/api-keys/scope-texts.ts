import type { ApiKeyArea } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

interface AreaTexts {
  readonly title: Text;
  readonly hint: Text;
}

export const areaTexts: Readonly<Record<ApiKeyArea, AreaTexts>> = {
  rooms: {
    title: { id: "apiKeys.rooms", message: "Rooms" },
    hint: { id: "apiKeys.roomsHint", message: "Names, topics, who is in" },
  },
  messages: {
    title: { id: "apiKeys.messages", message: "Messages" },
    hint: { id: "apiKeys.messagesHint", message: "Only in rooms that you are in" },
  },
  files: {
    title: { id: "apiKeys.files", message: "Files" },
    hint: { id: "apiKeys.filesHint", message: "Only those that you can see" },
  },
  members: {
    title: { id: "apiKeys.members", message: "Members" },
    hint: { id: "apiKeys.membersHint", message: "Names, roles and invitations" },
  },
};

export const scopeTexts = {
  scopes: { id: "apiKeys.scopes", message: "Scopes" },
  none: { id: "apiKeys.levelNone", message: "No" },
  read: { id: "apiKeys.levelRead", message: "Read" },
  write: { id: "apiKeys.levelWrite", message: "Read and write" },
  mayRead: { id: "apiKeys.mayRead", message: "{area}: read" },
  mayWrite: { id: "apiKeys.mayWrite", message: "{area}: read and write" },
} as const satisfies Record<string, Text>;
