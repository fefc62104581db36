import type { Text } from "#web/lib/language/i18n.ts";

export const notificationTexts = {
  readAll: { id: "notifications.readAll", message: "Mark all as read" },
  isUnread: { id: "notifications.isUnread", message: "unread" },
  loading: { id: "notifications.loading", message: "Loading notifications" },
  empty: { id: "notifications.empty", message: "Nothing new" },
  emptyText: {
    id: "notifications.emptyText",
    message: "Invitations, changes of your membership and security alerts appear here.",
  },
  loadFailed: { id: "notifications.loadFailed", message: "Notifications did not load" },
  stale: { id: "notifications.stale", message: "This may not be the newest. {reason}" },
  readFailed: { id: "notifications.readFailed", message: "Not marked as read" },
  somebody: { id: "notifications.somebody", message: "Somebody" },
  from: { id: "notifications.from", message: "From {address}" },
  fromDevice: { id: "notifications.fromDevice", message: "From {address}, {device}" },
  as: { id: "notifications.as", message: "As {role}" },
  before: {
    id: "notifications.before",
    message: "{n, plural, one {# more change before} other {# more changes before}}",
  },
} as const satisfies Record<string, Text>;

/** The event of a notification; `who` did it, in `org`. */
export const lineTexts = {
  "new-device": { id: "notifications.newDevice", message: "New sign-in to your account" },
  "wrong-codes": {
    id: "notifications.wrongCodes",
    message: "Wrong sign-in codes were entered for your account",
  },
  "token-reuse": {
    id: "notifications.tokenReuse",
    message: "A session of your account was used from two places at once, and ended",
  },
  invited: {
    id: "notifications.invited",
    message: "<who>{name}</who> invites you to <org>{title}</org>",
  },
  role: {
    id: "notifications.role",
    message: "<who>{name}</who> changed your role in <org>{title}</org> to {role}",
  },
  suspended: {
    id: "notifications.suspended",
    message: "<who>{name}</who> suspended your membership in <org>{title}</org>",
  },
  reactivated: {
    id: "notifications.reactivated",
    message: "<who>{name}</who> reactivated your membership in <org>{title}</org>",
  },
  removed: {
    id: "notifications.removed",
    message: "<who>{name}</who> removed you from <org>{title}</org>",
  },
  owner: {
    id: "notifications.owner",
    message: "<who>{name}</who> made you the owner of <org>{title}</org>",
  },
  scheduledFailed: {
    id: "notifications.scheduledFailed",
    message: "A scheduled message was not sent",
  },
  scheduledFailedIn: {
    id: "notifications.scheduledFailedIn",
    message: "Your scheduled message to <org>{title}</org> was not sent",
  },
  roomInvitation: {
    id: "notifications.roomInvitation",
    message: "<who>{name}</who> invites you to the room <org>{title}</org>",
  },
  roomInvited: {
    id: "notifications.roomInvited",
    message: "<who>{name}</who> added you to the room <org>{title}</org>",
  },
  roomLeft: {
    id: "notifications.roomLeft",
    message: "<who>{name}</who> removed you from the room <org>{title}</org>",
  },
  fileQuarantined: {
    id: "notifications.fileQuarantined",
    message: "Malware was found in your file <org>{title}</org>, and it was removed",
  },
  messageRemoved: {
    id: "notifications.messageRemoved",
    message: "A moderator removed your message in <org>{title}</org>",
  },
  reported: {
    id: "notifications.reported",
    message:
      "{n, plural, one {A message in <org>{title}</org> was reported} other {# messages in <org>{title}</org> were reported}}",
  },
  reportedTalk: {
    id: "notifications.reportedTalk",
    message:
      "{n, plural, one {A message of a conversation was reported} other {# messages of conversations were reported}}",
  },
  reminder: { id: "notifications.reminder", message: "Your reminder" },
  messageReminder: {
    id: "notifications.messageReminder",
    message: "Your reminder of a message in <org>{title}</org>",
  },
  asksToJoin: {
    id: "notifications.asksToJoin",
    message: "<who>{name}</who> asks to join <org>{title}</org>",
  },
  asksForMore: {
    id: "notifications.asksForMore",
    message: "<who>{name}</who> asks for a higher access level in <org>{title}</org>",
  },
  approved: {
    id: "notifications.approved",
    message: "<who>{name}</who> approved what you asked for in <org>{title}</org>",
  },
  rejected: {
    id: "notifications.rejected",
    message: "<who>{name}</who> refused what you asked for in <org>{title}</org>",
  },
} as const satisfies Record<string, Text>;
