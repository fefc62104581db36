import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { frame } from "./kernel/event.ts";
import {
  commentId,
  documentId,
  fileId,
  isoTime,
  messageId,
  roomId,
  userId,
  workspaceId,
} from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { NOTIFICATION_PAGE_MAX, NOTIFICATION_PAGE_SIZE } from "./limits.ts";
import { organizationMemberRoles } from "./members.ts";
import { accessRequestTypes } from "./access-requests.ts";
import {
  notificationTabs,
  notificationTypes,
  type NotificationType,
} from "./notifications.rules.ts";
import { participantAccessLevels } from "./participants.ts";
import { routes } from "./routes.ts";

export const notificationErrors = defineErrors({
  NOTIFICATION_NOT_FOUND: { status: 404, message: "Notification not found" },
});

export const notificationPriorities = ["URGENT", "HIGH", "NORMAL", "LOW"] as const;
export type NotificationPriority = (typeof notificationPriorities)[number];

export const notificationChannels = ["IN_APP", "EMAIL", "PUSH", "SMS", "WEBHOOK"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export const notificationStatuses = [
  "READ",
  "PENDING",
  "SENT",
  "DELIVERED",
  "FAILED",
  "CANCELLED",
] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

export const quietHoursModes = [
  "OFF",
  "WEEKDAYS_ONLY",
  "WEEKENDS_ONLY",
  "EVERY_DAY",
  "CUSTOM",
] as const;
export type QuietHoursMode = (typeof quietHoursModes)[number];

export const securityAlerts = [
  "new-device",
  "wrong-codes",
  "token-reuse",
  "wrong-passwords",
  "password-changed",
  "address-changed",
  "address-claimed",
  "account-connected",
  "account-disconnected",
  "second-factor-added",
  "second-factor-removed",
  "second-factors-reset",
  "recovery-codes",
  "recovery-code-used",
  "wrong-second-factors",
  "api-key-made",
] as const;
export type SecurityAlertKind = (typeof securityAlerts)[number];

/** What became of the person in an organization; `owner`: it is theirs now. */
export const organizationChanges = [
  "role",
  "suspended",
  "reactivated",
  "removed",
  "owner",
] as const;
export type OrganizationChange = (typeof organizationChanges)[number];

/** How a room ends for everybody; both can be taken back. */
export const roomEnds = ["archived", "deleted"] as const;
export type RoomEnd = (typeof roomEnds)[number];

const organization = { orgId: workspaceId, title: z.string() };
const role = z.enum(organizationMemberRoles);
const place = { workspaceId, roomId, sessionRoomSlug: z.string(), title: z.string() };
const room = { ...place, accessLevel: z.enum(participantAccessLevels) };
/** A message that the person may open; its words are those of the moment of reading, without a mark of how they look. */
const message = { ...place, messageId, threadId: z.nullable(messageId), text: z.string() };
const ofDocument = { workspaceId, documentId, title: z.string() };
/** A comment of a document; its words as they were then, without a mark of how they look. */
const comment = { ...ofDocument, commentId, text: z.string() };
/** Of a room, or of a document; without a title where the person may not know of it. */
const request = z.object({
  workspaceId,
  roomId: z.optional(roomId),
  sessionRoomSlug: z.optional(z.string()),
  documentId: z.optional(documentId),
  title: z.string(),
  accessLevel: room.accessLevel,
  requestId: z.uuid(),
  requestType: z.enum(accessRequestTypes),
});

/** What each type tells beside who did it and when. A type is in use when it stands here. */
export const notificationFacts = {
  SECURITY_ALERT: z.object({
    alert: z.enum(securityAlerts),
    /** Null where those who run the server did it. */
    address: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
  }),
  ORGANIZATION_INVITATION: z.object({ ...organization, invitationId: z.uuid(), role }),
  ORGANIZATION_CHANGED: z.object({ ...organization, change: z.enum(organizationChanges), role }),
  ROOM_INVITATION: z.object(room),
  ROOM_INVITED: z.object(room),
  /** Somebody accepted the person's invitation to the room, with this level; of several people the last one. */
  ROOM_JOINED: z.object(room),
  /** With the level that they had; `change` where the room is over for everybody. */
  ROOM_LEFT: z.object({ ...room, change: z.optional(z.enum(roomEnds)) }),
  /** With the message that it is about, where it is about one. */
  REMINDER_DUE: z.object({
    workspaceId,
    note: z.string(),
    roomId: z.optional(roomId),
    messageId: z.optional(messageId),
    sessionRoomSlug: z.optional(z.string()),
    title: z.optional(z.string()),
  }),
  ACCESS_REQUEST: request,
  ACCESS_REQUEST_APPROVED: request,
  ACCESS_REQUEST_REJECTED: z.extend(request, { reason: z.nullable(z.string()) }),
  SCHEDULED_MESSAGE_FAILED: z.object({
    workspaceId,
    scheduledId: z.uuid(),
    /** Null where the person does not see the room any more. */
    title: z.nullable(z.string()),
    /** The code of the refusal, and its sentence in English. */
    reason: z.string(),
    reasonText: z.string(),
  }),
  /** The person, or everybody of the room, was named. */
  MESSAGE_MENTION: z.object({ ...message, isForAll: z.boolean() }),
  /** In a thread that the person follows; of several replies the last one. */
  MESSAGE_REPLY: z.object(message),
  /** To a message of the person; of several reactions the last one. */
  MESSAGE_REACTION: z.object({ ...message, emoji: z.string() }),
  /** Without an organization: of those who run this server. */
  SYSTEM_ANNOUNCEMENT: z.object({
    workspaceId: z.nullable(workspaceId),
    title: z.string(),
    text: z.string(),
  }),
  /** To the person's own room that is not open to everybody; of several people the last one. */
  PARTICIPANT_JOINED: z.object(room),
  /** A moderator took away a message of the person, and says why. */
  MESSAGE_REMOVED: z.object({ ...place, messageId, reason: z.string() }),
  /** Somebody reported a message that the person decides about; without a room: of a conversation between others. */
  MESSAGE_REPORTED: z.object({
    workspaceId,
    roomId: z.optional(roomId),
    sessionRoomSlug: z.optional(z.string()),
    title: z.optional(z.string()),
  }),
  /** The person asked to see how it is told. */
  NOTIFICATION_TEST: z.object({}),
  /** Malware was found in a file of the person; `threat` is the scanner's word for it. */
  FILE_QUARANTINED: z.object({ workspaceId, fileId, name: z.string(), threat: z.string() }),
  /** Files take nearly all of the storage of the person, or of the organization of this title, which the person leads. */
  QUOTA_WARNING: z.object({
    workspaceId,
    scope: z.enum(["person", "organization"]),
    title: z.string(),
    percent: z.int(),
  }),
  /** A webhook is switched off because its calls failed for a day: the person's own, or one of an organization that they lead. */
  WEBHOOK_OFF: z.object({ host: z.string(), orgId: z.nullable(workspaceId) }),
  /** An API key of the person ends within a week. */
  API_KEY_EXPIRING: z.object({ name: z.string(), expiresAt: isoTime }),
  /** The person was given a level on a document. */
  DOCUMENT_SHARED: z.object({ ...ofDocument, level: z.enum(participantAccessLevels) }),
  /** On a document of the person, or in a thread where they wrote; of several comments the last one. */
  DOCUMENT_COMMENTED: z.object(comment),
  /** The person was named in a comment, or in the text, of which nothing is told. */
  DOCUMENT_MENTION: z.object({ ...comment, commentId: z.optional(commentId) }),
} as const satisfies Partial<Record<NotificationType, z.core.$ZodType>>;

/** Told of until somebody has answered. */
export const answerableTypes = [
  "ORGANIZATION_INVITATION",
  "ROOM_INVITATION",
  "ACCESS_REQUEST",
] as const satisfies readonly UsedNotificationType[];

export type UsedNotificationType = keyof typeof notificationFacts;
export type NotificationFacts = {
  [T in UsedNotificationType]: z.infer<(typeof notificationFacts)[T]>;
};

const notificationId = z.uuid();

function notificationOf<const T extends UsedNotificationType>(type: T) {
  return z.object({
    id: notificationId,
    type: z.literal(type),
    priority: z.enum(notificationPriorities),
    /** Only with this open it is in the list; null for what concerns the account, as an invitation does. */
    workspaceId: z.nullable(workspaceId),
    facts: notificationFacts[type],
    /** The page of what it tells of; null where there is nothing to open. */
    url: z.nullable(z.string()),
    /** How many events it tells of: what happens while it is unread makes no other one. */
    count: z.int(),
    /** Who caused them, the last first; three at most. */
    actors: z.array(z.object({ userId, fullName: z.string(), avatar_url: z.nullable(z.string()) })),
    createdAt: isoTime,
    /** When the last event was, or when it came back from being snoozed. */
    updatedAt: isoTime,
    readAt: z.nullable(isoTime),
    /** Put away by the person; it stands in the tab `done` alone. */
    doneAt: z.nullable(isoTime),
    /** It stands in the tab `snoozed` alone until then; null from then on. */
    snoozedUntil: z.nullable(isoTime),
  });
}

/** One row of a person's feed. */
export const notification = z.discriminatedUnion("type", [
  notificationOf("SECURITY_ALERT"),
  notificationOf("ORGANIZATION_INVITATION"),
  notificationOf("ORGANIZATION_CHANGED"),
  notificationOf("ROOM_INVITATION"),
  notificationOf("ROOM_INVITED"),
  notificationOf("ROOM_JOINED"),
  notificationOf("ROOM_LEFT"),
  notificationOf("REMINDER_DUE"),
  notificationOf("ACCESS_REQUEST"),
  notificationOf("ACCESS_REQUEST_APPROVED"),
  notificationOf("ACCESS_REQUEST_REJECTED"),
  notificationOf("SCHEDULED_MESSAGE_FAILED"),
  notificationOf("MESSAGE_REACTION"),
  notificationOf("MESSAGE_REPLY"),
  notificationOf("MESSAGE_MENTION"),
  notificationOf("SYSTEM_ANNOUNCEMENT"),
  notificationOf("PARTICIPANT_JOINED"),
  notificationOf("MESSAGE_REMOVED"),
  notificationOf("MESSAGE_REPORTED"),
  notificationOf("FILE_QUARANTINED"),
  notificationOf("QUOTA_WARNING"),
  notificationOf("NOTIFICATION_TEST"),
  notificationOf("WEBHOOK_OFF"),
  notificationOf("API_KEY_EXPIRING"),
  notificationOf("DOCUMENT_SHARED"),
  notificationOf("DOCUMENT_COMMENTED"),
  notificationOf("DOCUMENT_MENTION"),
]);
export type Notification = z.infer<typeof notification>;

/** `rev` numbers the changes of a person's feed: one that is not the next says that something was missed. */
const feedPlace = { rev: z.int(), unreadCount: z.int() };

export const notificationPage = z.object({
  results: z.array(notification),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  ...feedPlace,
});
export type NotificationPage = z.infer<typeof notificationPage>;

const feedState = z.object(feedPlace);
export type FeedState = z.infer<typeof feedState>;

export const listNotifications = endpoint({
  ...routes.listNotifications,
  group: "notifications",
  summary: "A page of what the caller was told, the newest change first, over all workspaces",
  query: z.strictObject({
    tab: z._default(z.enum(notificationTabs), "all"),
    /** Only those of this workspace. */
    workspaceId: z.optional(workspaceId),
    /** Only notifications that the caller can still answer. */
    waiting: z.optional(z.enum(["true"])),
    cursor: z.optional(z.string().check(z.maxLength(80))),
    limit: z._default(queryInteger(1, NOTIFICATION_PAGE_MAX), NOTIFICATION_PAGE_SIZE),
  }),
  reply: notificationPage,
  errors: ["CURSOR_INVALID"],
});

export const getUnreadNotifications = endpoint({
  ...routes.getUnreadNotifications,
  group: "notifications",
  summary: "How many notifications of the caller are unread: in all, and in each workspace",
  reply: z.object({
    ...feedPlace,
    workspaces: z.array(z.object({ workspaceId, unreadCount: z.int() })),
  }),
  errors: [],
});

const params = z.strictObject({ id: notificationId });

/** A notification as it is after a change of its state, on this device or on another one. */
export const notificationChanged = z.object({ notification, ...feedPlace });
export type NotificationChanged = z.infer<typeof notificationChanged>;

export const markNotificationRead = endpoint({
  ...routes.markNotificationRead,
  group: "notifications",
  summary: "Marks one notification as read, on all devices of the caller; a snoozed one comes back",
  params,
  reply: notificationChanged,
  errors: ["NOTIFICATION_NOT_FOUND"],
});

export const markNotificationUnread = endpoint({
  ...routes.markNotificationUnread,
  group: "notifications",
  summary:
    "Marks one notification as unread, on all devices of the caller; one that is done comes back",
  params,
  reply: notificationChanged,
  errors: ["NOTIFICATION_NOT_FOUND"],
});

export const markNotificationDone = endpoint({
  ...routes.markNotificationDone,
  group: "notifications",
  summary: "Puts one notification away, which is read by that",
  params,
  reply: notificationChanged,
  errors: ["NOTIFICATION_NOT_FOUND"],
});

export const markNotificationUndone = endpoint({
  ...routes.markNotificationUndone,
  group: "notifications",
  summary: "Brings one back that was put away: unread, where putting it away has marked it as read",
  params,
  reply: notificationChanged,
  errors: ["NOTIFICATION_NOT_FOUND"],
});

export const snoozeNotification = endpoint({
  ...routes.snoozeNotification,
  group: "notifications",
  summary:
    "Hides one notification until a moment within a year, at which it is unread at the top of the feed; with null it comes back at once",
  params,
  body: z.strictObject({ until: z.nullable(isoTime) }),
  reply: notificationChanged,
  errors: ["NOTIFICATION_NOT_FOUND"],
});

/** Some of the feed at once. */
const part = {
  before: isoTime,
  tab: z.enum(notificationTabs),
  workspaceId: z.nullable(workspaceId),
};

export const markAllNotificationsRead = endpoint({
  ...routes.markAllNotificationsRead,
  group: "notifications",
  summary:
    "Marks what had changed last by a moment as read, in a tab and a workspace where they are given: nothing that the caller has not seen",
  body: z.strictObject({
    before: part.before,
    tab: z._default(part.tab, "all"),
    workspaceId: z._default(part.workspaceId, null),
  }),
  reply: feedState,
  errors: [],
});

/** The notifications that were read: one, or all of a tab and a workspace, where that is not null, that had changed last by a moment. */
export const notificationsRead = z.object({
  ...part,
  id: z.nullable(notificationId),
  before: z.nullable(isoTime),
  readAt: isoTime,
  ...feedPlace,
});
export type NotificationsRead = z.infer<typeof notificationsRead>;

export const notificationFrame = frame({
  type: "SERVER_NOTIFICATION",
  summary: "The caller is told of something new, or of more of the same, in whatever workspace",
  frame: z.object({
    type: z.literal("SERVER_NOTIFICATION"),
    id: notificationId,
    /** In English, for those who show it as it is. */
    title: z.string(),
    body: z.string(),
    icon: z.nullable(z.string()),
    notificationType: z.enum(notificationTypes),
    url: z.nullable(z.string()),
    notification,
    ...feedPlace,
  }),
});
