import type { GuestAccessLevel } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const guestTexts = {
  guest: { id: "guest.guest", message: "Guest" },
  lead: { id: "guest.lead", message: "You are invited to {room} as a guest." },
  leadOf: {
    id: "guest.leadOf",
    message: "You are invited to {room} of {organization} as a guest.",
  },
  readOnly: { id: "guest.readOnly", message: "You can read the messages there." },
  name: { id: "guest.name", message: "Your name" },
  nameHint: { id: "guest.nameHint", message: "Others see it with the mark 'guest'." },
  enter: { id: "guest.enter", message: "Join as a guest" },
  account: { id: "guest.account", message: "Sign in with an account" },
  looking: { id: "guest.looking", message: "Looking at the link" },
  invalid: { id: "guest.invalid", message: "This link opens nothing" },
  retry: { id: "guest.retry", message: "Try again" },
  ended: { id: "guest.ended", message: "Your guest access has ended" },
  endedText: {
    id: "guest.endedText",
    message: "To come back you need a new guest link, or an account.",
  },
  unsent: { id: "guest.unsent", message: "What you had not sent" },
  toSignIn: { id: "guest.toSignIn", message: "Go to the sign-in" },
  leave: { id: "guest.leave", message: "Leave" },
  leaveTitle: { id: "guest.leaveTitle", message: "Leave {room}?" },
  leaveText: { id: "guest.leaveText", message: "Your guest access ends with it." },
  rooms: { id: "guest.rooms", message: "Your room" },
} as const satisfies Record<string, Text>;

export const guestLinkTexts = {
  links: { id: "guest.links", message: "Guest links" },
  about: {
    id: "guest.linksAbout",
    message: "Anybody who has one comes into this room without an account, and nowhere else.",
  },
  none: { id: "guest.noLinks", message: "No guest links yet." },
  failed: { id: "guest.linksFailed", message: "The guest links did not load" },
  create: { id: "guest.create", message: "Create a guest link" },
  createVerb: { id: "guest.createVerb", message: "Create" },
  done: { id: "guest.done", message: "Done" },
  level: { id: "guest.level", message: "Guests may" },
  days: { id: "guest.days", message: "Valid for" },
  dayCount: { id: "guest.dayCount", message: "{n, plural, one {# day} other {# days}}" },
  maxUses: { id: "guest.maxUses", message: "How many guests" },
  maxUsesHint: { id: "guest.maxUsesHint", message: "Empty: any number" },
  link: { id: "guest.link", message: "Guest link" },
  linkHint: { id: "guest.linkHint", message: "Copy it now: it is shown this once." },
  close: { id: "guest.close", message: "Close" },
  closeNamed: { id: "guest.closeNamed", message: "Close the link of {name}, valid until {date}" },
  closeTitle: { id: "guest.closeTitle", message: "Close this guest link?" },
  closeText: {
    id: "guest.closeText",
    message: "Whoever came by it is out at once. Nobody else comes in.",
  },
  facts: { id: "guest.facts", message: "{level}, until {date}" },
  made: {
    id: "guest.made",
    message: "By {name}, {n, plural, =0 {no guests} one {# guest} other {# guests}} so far",
  },
  madeOf: {
    id: "guest.madeOf",
    message: "By {name}, {n} of {max} guests so far",
  },
  allow: { id: "guest.allow", message: "Guests by link" },
  allowHint: {
    id: "guest.allowHint",
    message: "Owners and admins may make links that let people in without an account",
  },
  notInOrganization: {
    id: "guest.notInOrganization",
    message: "The organization allows no guest links",
  },
  notOnServer: { id: "guest.notOnServer", message: "This server allows no guest links" },
  notPrivate: { id: "guest.notPrivate", message: "A private room has no guests" },
  off: { id: "guest.off", message: "Close this room to guests?" },
  offText: {
    id: "guest.offText",
    message: "All its guest links are closed, and whoever came by them is out at once.",
  },
  offVerb: { id: "guest.offVerb", message: "Close to guests" },
  changeFailed: { id: "guest.changeFailed", message: "Failed to update room" },
} as const satisfies Record<string, Text>;

export const guestLevelTexts: Readonly<Record<GuestAccessLevel, Text>> = {
  WRITE: { id: "guest.levelWrite", message: "Read and write" },
  COMMENT: { id: "guest.levelComment", message: "Read and comment" },
  READ: { id: "guest.levelRead", message: "Read" },
};
