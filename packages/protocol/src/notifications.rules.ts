export const notificationTypes = [
  "MESSAGE_NEW",
  "MESSAGE_MENTION",
  "MESSAGE_REPLY",
  "MESSAGE_REACTION",
  "ROOM_INVITED",
  "ROOM_JOINED",
  "ROOM_LEFT",
  "DOCUMENT_SHARED",
  "DOCUMENT_COMMENTED",
  "SYSTEM_ANNOUNCEMENT",
  "SECURITY_ALERT",
  "ACCESS_REQUEST",
  "ACCESS_REQUEST_APPROVED",
  "ACCESS_REQUEST_REJECTED",
  "ROOM_INVITATION",
  "PARTICIPANT_JOINED",
  // Ours.
  "ORGANIZATION_INVITATION",
  "ORGANIZATION_CHANGED",
  "SCHEDULED_MESSAGE_FAILED",
  "REMINDER_DUE",
  "MESSAGE_REMOVED",
  "MESSAGE_REPORTED",
  "FILE_QUARANTINED",
  "QUOTA_WARNING",
  "NOTIFICATION_TEST",
  "WEBHOOK_OFF",
  "API_KEY_EXPIRING",
  "DOCUMENT_MENTION",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Parts of a person's feed. `all` is all but what is done or snoozed; so are the others but the last two. */
export const notificationTabs = [
  "all",
  "unread",
  "mentions",
  "threads",
  "reactions",
  "invites",
  "snoozed",
  "done",
] as const;
export type NotificationTab = (typeof notificationTabs)[number];

/** Tabs of notifications of certain types. */
type KindTab = Extract<NotificationTab, "mentions" | "threads" | "reactions" | "invites">;

/** The tab of each type beside those of all types. `invites` is what waits for an answer, and the answers to what the person asked. */
export const tabOfType: Readonly<Record<NotificationType, KindTab | null>> = {
  MESSAGE_NEW: null,
  MESSAGE_MENTION: "mentions",
  MESSAGE_REPLY: "threads",
  MESSAGE_REACTION: "reactions",
  ROOM_INVITED: null,
  ROOM_JOINED: null,
  ROOM_LEFT: null,
  DOCUMENT_SHARED: null,
  DOCUMENT_COMMENTED: null,
  DOCUMENT_MENTION: "mentions",
  SYSTEM_ANNOUNCEMENT: null,
  SECURITY_ALERT: null,
  ACCESS_REQUEST: "invites",
  ACCESS_REQUEST_APPROVED: "invites",
  ACCESS_REQUEST_REJECTED: "invites",
  ROOM_INVITATION: "invites",
  PARTICIPANT_JOINED: null,
  ORGANIZATION_INVITATION: "invites",
  ORGANIZATION_CHANGED: null,
  SCHEDULED_MESSAGE_FAILED: null,
  REMINDER_DUE: null,
  MESSAGE_REMOVED: null,
  MESSAGE_REPORTED: "invites",
  FILE_QUARANTINED: null,
  QUOTA_WARNING: null,
  NOTIFICATION_TEST: null,
  WEBHOOK_OFF: null,
  API_KEY_EXPIRING: null,
};

interface States {
  readonly type: NotificationType;
  readonly readAt: string | null;
  readonly doneAt: string | null;
  readonly snoozedUntil: string | null;
}

/** Does a notification stand in this tab, as it is now? The server asks the same in SQL (`feed.queries.ts`). */
export function isInTab(tab: NotificationTab, notification: States): boolean {
  const { type, readAt, doneAt, snoozedUntil } = notification;
  if (tab === "done") return doneAt !== null;
  if (tab === "snoozed") return snoozedUntil !== null;
  if (doneAt !== null || snoozedUntil !== null) return false;
  if (tab === "unread") return readAt === null;
  return tab === "all" || tabOfType[type] === tab;
}
