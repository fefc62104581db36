import type { Text } from "#web/lib/language/i18n.ts";

export const roomTexts = {
  browse: { id: "rooms.browse", message: "Browse channels" },
  browseWords: { id: "rooms.browseWords", message: "channels join create find welcome" },
  createTitle: { id: "createRoom.title", message: "Create New Chat Room" },
  createWords: { id: "createRoom.words", message: "channel new room make add" },
  private: { id: "rooms.private", message: "(private)" },
  approval: { id: "rooms.approval", message: "(joining needs approval)" },
  back: { id: "rooms.back", message: "Back to rooms" },
  checking: { id: "room.checking", message: "Checking access..." },
  members: { id: "rooms.members", message: "{n, plural, one {# member} other {# members}}" },
} as const satisfies Record<string, Text>;
