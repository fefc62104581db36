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
] as const;
export type NotificationType = (typeof notificationTypes)[number];
