import type { Text } from "#web/lib/language/i18n.ts";

interface GroupTexts {
  readonly title: Text;
  readonly note?: Text;
}

/** The rows of the table in plain words, in their order. */
const texts = {
  talk: {
    title: { id: "notificationGroups.talk", message: "Direct and group messages" },
    note: {
      id: "notificationGroups.talkNote",
      message: "And messages of rooms where you want to hear of all",
    },
  },
  mentions: {
    title: { id: "notificationGroups.mentions", message: "Somebody mentions you" },
    note: { id: "notificationGroups.mentionsNote", message: "By name, or with @all and @here" },
  },
  replies: {
    title: { id: "notificationGroups.replies", message: "Replies in threads you follow" },
  },
  reactions: {
    title: { id: "notificationGroups.reactions", message: "Reactions to your messages" },
    note: { id: "notificationGroups.reactionsNote", message: "Never pushed alone" },
  },
  requests: {
    title: { id: "notificationGroups.requests", message: "Invitations and requests" },
    note: { id: "notificationGroups.requestsNote", message: "To rooms and organizations" },
  },
  rooms: {
    title: { id: "notificationGroups.rooms", message: "Rooms and their people" },
    note: {
      id: "notificationGroups.roomsNote",
      message: "You were added or removed, somebody joined, a room was archived or deleted",
    },
  },
  documents: {
    title: { id: "notificationGroups.documents", message: "Documents" },
    note: {
      id: "notificationGroups.documentsNote",
      message: "Shared with you, and comments that concern you",
    },
  },
  files: {
    title: { id: "notificationGroups.files", message: "Your files" },
    note: {
      id: "notificationGroups.filesNote",
      message: "Malware was found, storage is nearly full",
    },
  },
  organizations: {
    title: { id: "notificationGroups.organizations", message: "Your organizations" },
    note: { id: "notificationGroups.organizationsNote", message: "Your role, and who owns them" },
  },
  announcements: {
    title: { id: "notificationGroups.announcements", message: "Announcements" },
  },
  reminders: {
    title: { id: "notificationGroups.reminders", message: "Your reminders" },
  },
  scheduled: {
    title: { id: "notificationGroups.scheduled", message: "Scheduled messages that were not sent" },
  },
  programs: {
    title: { id: "notificationGroups.programs", message: "API keys and webhooks" },
    note: {
      id: "notificationGroups.programsNote",
      message: "A key is about to expire, a webhook was switched off",
    },
  },
  moderation: {
    title: { id: "notificationGroups.moderation", message: "Moderation" },
    note: {
      id: "notificationGroups.moderationNote",
      message: "Reported and removed messages",
    },
  },
  security: {
    title: { id: "notificationGroups.security", message: "Security" },
    note: {
      id: "notificationGroups.securityNote",
      message: "New devices, wrong codes, changed sign-in",
    },
  },
} as const satisfies Record<string, GroupTexts>;
export type GroupId = keyof typeof texts;

export const groupTexts: Readonly<Record<GroupId, GroupTexts>> = texts;
