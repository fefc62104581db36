import type { Text } from "#web/lib/language/i18n.ts";

/** Texts about a person who is named in a room and is not in it; they come with the note. */
export const outsiderTexts = {
  note: {
    id: "outsiders.note",
    message: "{name} is not in this room and will not be notified.",
  },
  invite: { id: "outsiders.invite", message: "Invite to the room" },
  invited: { id: "outsiders.invited", message: "{name} is invited" },
  failed: { id: "outsiders.failed", message: "The invitation was not sent" },
} as const satisfies Record<string, Text>;
