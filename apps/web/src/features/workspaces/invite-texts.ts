import type { Text } from "#web/lib/language/i18n.ts";

export const inviteTexts = {
  people: { id: "invite.people", message: "Invite people" },
  peopleText: {
    id: "invite.peopleText",
    message: "Whoever has the link can join {org} as a member, for {days} days.",
  },
  copy: { id: "invite.copy", message: "Copy link" },
  copied: { id: "invite.copied", message: "Invitation link copied" },
  copyFailed: { id: "invite.copyFailed", message: "Failed to copy" },
} as const satisfies Record<string, Text>;
