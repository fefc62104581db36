import type { Text } from "#web/lib/language/i18n.ts";

export const creatingTexts = {
  next: { id: "createRoom.next", message: "Next: add people" },
  name: { id: "createRoom.name", message: "Name" },
  address: { id: "createRoom.address", message: "Address /chat/{slug}" },
  description: { id: "createRoom.description", message: "Description (optional)" },
  privacy: { id: "createRoom.privacy", message: "Who can enter" },
  public: { id: "createRoom.publicLabel", message: "Public" },
  publicNote: { id: "createRoom.public", message: "Anyone can join and see the chat history" },
  protected: { id: "createRoom.protectedLabel", message: "Protected" },
  protectedNote: { id: "createRoom.protected", message: "Requires approval to join" },
  private: { id: "createRoom.privateLabel", message: "Private" },
  privateNote: { id: "createRoom.private", message: "Visible only to the people you add" },
} as const satisfies Record<string, Text>;
