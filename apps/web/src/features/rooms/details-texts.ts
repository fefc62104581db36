import type { Text } from "#web/lib/language/i18n.ts";

export const detailsTexts = {
  title: { id: "details.title", message: "Details" },
  tabs: { id: "details.tabs", message: "Parts of the details" },
  about: { id: "details.about", message: "About" },
  members: { id: "details.members", message: "Members" },
  people: { id: "details.people", message: "People" },
  requests: { id: "details.requests", message: "Requests" },
  settings: { id: "details.settings", message: "Settings" },

  description: { id: "details.description", message: "Description" },
  noDescription: {
    id: "details.noDescription",
    message: "Nothing says yet what this room is for.",
  },
  facts: { id: "details.facts", message: "Facts" },
  name: { id: "details.name", message: "Name" },
  created: { id: "details.created", message: "Created" },
  access: { id: "details.access", message: "Access" },
  owners: { id: "details.owners", message: "{n, plural, one {Owner} other {Owners}}" },
  you: { id: "details.you", message: "You" },
  youSince: { id: "details.youSince", message: "{level}, joined {date}" },
  status: { id: "details.status", message: "Status" },
  savedText: {
    id: "details.savedText",
    message: "Only you read what is written here.",
  },
  muteTalk: { id: "details.muteTalk", message: "Mute this conversation" },
  archived: { id: "details.archived", message: "Archived" },
  forMe: { id: "details.forMe", message: "For me" },
  notify: { id: "details.notify", message: "Notify me about" },
  notifyAll: { id: "details.notifyAll", message: "All messages" },
  notifyMentions: { id: "details.notifyMentions", message: "Mentions" },
  notifyNone: { id: "details.notifyNone", message: "Nothing" },
  mute: { id: "details.mute", message: "Mute this room" },
  mutedUntil: { id: "details.mutedUntil", message: "Muted until {date}" },
  mutedAlways: { id: "details.mutedAlways", message: "Muted until you unmute it" },
  pass: { id: "details.pass", message: "Pass on" },
  acts: { id: "details.acts", message: "Leave or end" },
  changeFailed: { id: "details.changeFailed", message: "The room was not changed" },
} as const satisfies Record<string, Text>;

export const detailLevels = {
  OWNER: { id: "level.owner", message: "Owner" },
  ADMIN: { id: "level.admin", message: "Admin" },
  WRITE: { id: "level.write", message: "Write" },
  COMMENT: { id: "level.comment", message: "Comment" },
  READ: { id: "level.read", message: "Read" },
} as const satisfies Record<string, Text>;
