import type { SystemKind } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** Lines of the server, by kind; their values are `name`, who acts, `target`, whom it is about, and those of the kind. */
export const systemTexts = {
  room_created: { id: "system.roomCreated", message: "{name} created the room" },
  joined: { id: "system.joined", message: "{name} joined" },
  left: { id: "system.left", message: "{name} left" },
  added: { id: "system.added", message: "{name} added {target}" },
  invited_joined: { id: "system.invitedJoined", message: "{name} joined, invited by {inviter}" },
  guest_joined: { id: "system.guestJoined", message: "{name} joined as a guest" },
  removed: { id: "system.removed", message: "{name} removed {target}" },
  level_changed: {
    id: "system.levelChanged",
    message:
      "{name} changed the access level of {target} to {level, select, OWNER {Owner} ADMIN {Admin} WRITE {Write} COMMENT {Comment} other {Read}}",
  },
  owner_changed: { id: "system.ownerChanged", message: "{name} made {target} an owner" },
  title_changed: { id: "system.titleChanged", message: "{name} renamed the room to {title}" },
  description_changed: {
    id: "system.descriptionChanged",
    message: "{name} changed the description",
  },
  picture_changed: {
    id: "system.pictureChanged",
    message: "{name} changed the picture",
  },
  access_type_changed: {
    id: "system.accessTypeChanged",
    message:
      "{name} made the room {accessType, select, PUBLIC {public} PROTECTED {protected} other {private}}",
  },
  archived: { id: "system.archived", message: "{name} archived the room" },
  unarchived: { id: "system.unarchived", message: "{name} unarchived the room" },
  pinned: { id: "system.pinned", message: "{name} pinned a message" },
  poll_closed: { id: "system.pollClosed", message: "{name} closed a poll" },
  retention_changed: {
    id: "system.retentionChanged",
    message: "{name} changed how long messages are kept",
  },
} as const satisfies Record<SystemKind, Text>;

/** People who came or went within a minute; a sentence each. */
export const gatheredTexts = {
  joined: { id: "system.gatheredJoined", message: "{names} joined" },
  left: { id: "system.gatheredLeft", message: "{names} left" },
  both: { id: "system.gatheredBoth", message: "{joined}; {left}" },
  others: { id: "system.others", message: "{n, plural, one {# other} other {# others}}" },
} as const satisfies Record<string, Text>;
