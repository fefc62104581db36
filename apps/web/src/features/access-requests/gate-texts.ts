import type { Text } from "#web/lib/language/i18n.ts";

/* Texts in the place of a room that the person may not look into. */
export const gateTexts = {
  back: { id: "gate.back", message: "Back to channels" },
  loadFailed: { id: "gate.loadFailed", message: "The room could not be loaded" },
  protectedTitle: { id: "gate.protectedTitle", message: "{room} is protected" },
  protectedText: {
    id: "gate.protectedText",
    message: "Its owners and admins decide who comes in. You can read and write once they approve.",
  },
  domainTitle: { id: "gate.domainTitle", message: "{room} is for other addresses" },
  domainText: {
    id: "gate.domainText",
    message:
      "None of your verified addresses is in its domain. Its owners and admins can let you in all the same.",
  },
  about: { id: "gate.about", message: "About" },
  members: { id: "gate.members", message: "Members" },
  since: { id: "gate.since", message: "Open since" },
  message: { id: "gate.message", message: "Message (optional)" },
  level: { id: "gate.level", message: "I would like to" },
  write: { id: "gate.write", message: "Write" },
  comment: { id: "gate.comment", message: "Comment" },
  read: { id: "gate.read", message: "Read" },
  request: { id: "gate.request", message: "Request access" },
  sentTitle: { id: "gate.sentTitle", message: "Request sent" },
  sentText: {
    id: "gate.sentText",
    message: "You are notified as soon as somebody decides.",
  },
  room: { id: "gate.room", message: "Room" },
  sent: { id: "gate.sent", message: "Sent" },
  asked: { id: "gate.asked", message: "You asked to" },
  ends: { id: "gate.ends", message: "Ends without an answer" },
  cancel: { id: "gate.cancel", message: "Cancel request" },
  deniedTitle: { id: "gate.deniedTitle", message: "Not this time" },
  deniedText: {
    id: "gate.deniedText",
    message:
      "Your request was denied, or you declined an invitation. You can ask again after {at}.",
  },
  bannedTitle: { id: "gate.bannedTitle", message: "You were removed from this room" },
  bannedText: {
    id: "gate.bannedText",
    message: "Only its owners and admins can let you in again.",
  },
  archivedTitle: { id: "gate.archivedTitle", message: "{room} is archived" },
  archivedText: { id: "gate.archivedText", message: "Nobody can join any more." },
  invitedTitle: { id: "gate.invitedTitle", message: "You are invited to {room}" },
  invitedText: { id: "gate.invitedText", message: "{name} invited you to join." },
  invitedPlain: { id: "gate.invitedPlain", message: "Accept to read and to write." },
  accept: { id: "gate.accept", message: "Accept" },
  decline: { id: "gate.decline", message: "Decline" },
} as const satisfies Record<string, Text>;
