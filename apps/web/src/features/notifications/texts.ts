import type { Text } from "#web/lib/language/i18n.ts";

export const notificationTexts = {
  readAll: { id: "notifications.readAll", message: "Mark all as read" },
  all: { id: "notifications.all", message: "All activity" },
  isUnread: { id: "notifications.isUnread", message: "unread" },
  loading: { id: "notifications.loading", message: "Loading notifications" },
  empty: { id: "notifications.empty", message: "Nothing new" },
  emptyText: {
    id: "notifications.emptyText",
    message: "Mentions, replies, invitations and security alerts appear here.",
  },
  loadFailed: { id: "notifications.loadFailed", message: "Notifications did not load" },
  stale: { id: "notifications.stale", message: "This may not be the newest. {reason}" },
  readFailed: { id: "notifications.readFailed", message: "Not marked as read" },
  somebody: { id: "notifications.somebody", message: "Somebody" },
  testNote: { id: "notifications.testNote", message: "You asked for it in the settings." },
  from: { id: "notifications.from", message: "From {address}" },
  fromDevice: { id: "notifications.fromDevice", message: "From {address}, {device}" },
  byOperator: { id: "notifications.byOperator", message: "By those who run this server" },
  as: { id: "notifications.as", message: "As {role}" },
  before: {
    id: "notifications.before",
    message: "{n, plural, one {# more change before} other {# more changes before}}",
  },
  worksUntil: {
    id: "notifications.worksUntil",
    message: "It works until {date}. Create another one before, where a program needs it.",
  },
  webhookOff: {
    id: "notifications.webhookOffNote",
    message: "Its calls failed for a day. Switch it on again once it answers.",
  },
} as const satisfies Record<string, Text>;

/** The event of a notification; `who` did it, in `org`. */
export const lineTexts = {
  "new-device": { id: "notifications.newDevice", message: "New sign-in to your account" },
  "wrong-codes": {
    id: "notifications.wrongCodes",
    message: "Wrong codes were entered for your account",
  },
  "token-reuse": {
    id: "notifications.tokenReuse",
    message: "A session of your account was used from two places at once, and ended",
  },
  "wrong-passwords": {
    id: "notifications.wrongPasswords",
    message: "Wrong passwords were entered for your account",
  },
  "password-changed": {
    id: "notifications.passwordChanged",
    message: "The password of your account was changed",
  },
  "address-changed": {
    id: "notifications.addressChanged",
    message: "An address of your account was changed",
  },
  "address-claimed": {
    id: "notifications.addressClaimed",
    message: "Another account asked to use your address",
  },
  "account-connected": {
    id: "notifications.accountConnected",
    message: "An account at another service was connected to yours",
  },
  "account-disconnected": {
    id: "notifications.accountDisconnected",
    message: "An account at another service was disconnected from yours",
  },
  "second-factor-added": {
    id: "notifications.secondFactorAdded",
    message: "A second sign-in step was added to your account",
  },
  "second-factor-removed": {
    id: "notifications.secondFactorRemoved",
    message: "A second sign-in step of your account was removed",
  },
  "second-factors-reset": {
    id: "notifications.secondFactorsReset",
    message: "All second sign-in steps of your account were removed",
  },
  "recovery-code-used": {
    id: "notifications.recoveryCodeUsed",
    message: "A recovery code of your account was used",
  },
  "recovery-codes": {
    id: "notifications.recoveryCodes",
    message: "New recovery codes were made for your account",
  },
  "api-key-made": {
    id: "notifications.apiKeyMade",
    message: "An API key of your account was made",
  },
  "wrong-second-factors": {
    id: "notifications.wrongSecondFactors",
    message: "Wrong codes of the second sign-in step of your account were entered",
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
  roomJoined: {
    id: "notifications.roomJoined",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} accepted your invitation to <org>{title}</org>",
  },
  roomArchived: {
    id: "notifications.roomArchived",
    message: "<who>{name}</who> archived the room <org>{title}</org>",
  },
  roomArchivedUnnamed: {
    id: "notifications.roomArchivedUnnamed",
    message: "<who>{name}</who> archived a conversation",
  },
  roomDeleted: {
    id: "notifications.roomDeleted",
    message: "<who>{name}</who> deleted the room <org>{title}</org>",
  },
  roomDeletedUnnamed: {
    id: "notifications.roomDeletedUnnamed",
    message: "<who>{name}</who> deleted a conversation",
  },
  documentShared: {
    id: "notifications.documentShared",
    message: "<who>{name}</who> shared <org>{title}</org> with you",
  },
  documentCommented: {
    id: "notifications.documentCommented",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} commented on <org>{title}</org>",
  },
  documentMentioned: {
    id: "notifications.documentMentioned",
    message: "<who>{name}</who> mentioned you in <org>{title}</org>",
  },
  quotaOfPerson: {
    id: "notifications.quotaOfPerson",
    message: "Your files take {n}% of your storage",
  },
  quotaOfOrganization: {
    id: "notifications.quotaOfOrganization",
    message: "The files of <org>{title}</org> take {n}% of its storage",
  },
  fileQuarantined: {
    id: "notifications.fileQuarantined",
    message: "Malware was found in your file <org>{title}</org>, and it was removed",
  },
  mentioned: { id: "notifications.mentioned", message: "<who>{name}</who> mentioned you" },
  mentionedIn: {
    id: "notifications.mentionedIn",
    message: "<who>{name}</who> mentioned you in <org>{title}</org>",
  },
  allMentioned: {
    id: "notifications.allMentioned",
    message: "<who>{name}</who> mentioned everybody",
  },
  allMentionedIn: {
    id: "notifications.allMentionedIn",
    message: "<who>{name}</who> mentioned everybody in <org>{title}</org>",
  },
  replied: {
    id: "notifications.replied",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} replied in a thread that you follow",
  },
  repliedIn: {
    id: "notifications.repliedIn",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} replied in a thread that you follow in <org>{title}</org>",
  },
  reacted: {
    id: "notifications.reacted",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} reacted with {emoji} to your message",
  },
  reactedIn: {
    id: "notifications.reactedIn",
    message:
      "<who>{name}</who>{others, plural, =0 {} one { and # other} other { and # others}} reacted with {emoji} to your message in <org>{title}</org>",
  },
  announcement: {
    id: "notifications.announcement",
    message: "<who>{name}</who> tells everybody on this server",
  },
  announcementIn: {
    id: "notifications.announcementIn",
    message: "<who>{name}</who> tells everybody in <org>{title}</org>",
  },
  joined: {
    id: "notifications.joined",
    message:
      "{others, plural, =0 {<who>{name}</who>} one {<who>{name}</who> and # other person} other {<who>{name}</who> and # other people}} joined <org>{title}</org>",
  },
  keyExpiring: {
    id: "notifications.keyExpiring",
    message: "Your API key <org>{title}</org> is about to expire",
  },
  webhookOff: {
    id: "notifications.webhookOff",
    message: "The webhook at <org>{title}</org> was switched off",
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
  test: { id: "notifications.test", message: "A test of your notifications" },
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
  asksForDocument: {
    id: "notifications.asksForDocument",
    message: "<who>{name}</who> asks for access to <org>{title}</org>",
  },
  rejectedUnseen: {
    id: "notifications.rejectedUnseen",
    message: "<who>{name}</who> refused access to a document that you asked for",
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
