import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the dialog that forwards messages; loaded with it. */
export const forwardTexts = {
  title: {
    id: "forward.title",
    message: "{n, plural, one {Forward message} other {Forward # messages}}",
  },
  to: { id: "forward.to", message: "To" },
  find: { id: "forward.find", message: "Room or person" },
  rooms: { id: "forward.rooms", message: "Rooms" },
  none: { id: "forward.none", message: "No room found that you can write in" },
  change: { id: "forward.change", message: "Choose another room" },
  comment: { id: "forward.comment", message: "Comment (optional)" },
  audience: {
    id: "forward.audience",
    message:
      "{n, plural, =100 {100 people or more who cannot read the original will see this.} one {# person who cannot read the original will see this.} other {# people who cannot read the original will see this.}}",
  },
  guests: {
    id: "forward.guests",
    message: "{n, plural, one {One of them is a guest.} other {# of them are guests.}}",
  },
  confirm: { id: "forward.confirm", message: "Let them see it" },
  left: {
    id: "forward.left",
    message:
      "{n, plural, one {One of the selected messages cannot be forwarded and is left out.} other {# of the selected messages cannot be forwarded and are left out.}}",
  },
  done: {
    id: "forward.done",
    message: "{n, plural, one {Forwarded to {room}} other {# messages forwarded to {room}}}",
  },
  refused: {
    id: "forward.refused",
    message:
      "{n, plural, one {One message was not forwarded: it is not there any more.} other {# messages were not forwarded: they are not there any more.}}",
  },
} as const satisfies Record<string, Text>;
