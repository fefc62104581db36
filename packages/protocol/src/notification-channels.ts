import type { NotificationType } from "./notifications.rules.ts";
import type { NotificationChannel } from "./notifications.ts";

/** How a channel of a type is as long as the person has not chosen; `always`: nobody can switch it off. */
export type ChannelDefault = "on" | "off" | "always";

/**
 * The channels of each type (rules-notifications, section 2); one that is absent makes no sense for the type. PUSH stands for the desktop
 * as well. Webhooks have no row: each is a choice of its own.
 */
export const channelDefaults: Readonly<
  Record<NotificationType, Readonly<Partial<Record<NotificationChannel, ChannelDefault>>>>
> = {
  MESSAGE_NEW: { PUSH: "on", EMAIL: "off" },
  MESSAGE_MENTION: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  MESSAGE_REPLY: { IN_APP: "on", PUSH: "on", EMAIL: "off" },
  MESSAGE_REACTION: { IN_APP: "on" },
  ROOM_INVITATION: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  ROOM_INVITED: { IN_APP: "on", PUSH: "on" },
  ROOM_JOINED: { IN_APP: "on" },
  ROOM_LEFT: { IN_APP: "on" },
  PARTICIPANT_JOINED: { IN_APP: "on" },
  ACCESS_REQUEST: { IN_APP: "on", PUSH: "on", EMAIL: "off" },
  ACCESS_REQUEST_APPROVED: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  ACCESS_REQUEST_REJECTED: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  DOCUMENT_SHARED: { IN_APP: "on", PUSH: "off", EMAIL: "on" },
  DOCUMENT_COMMENTED: { IN_APP: "on", PUSH: "off", EMAIL: "on" },
  DOCUMENT_MENTION: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  SYSTEM_ANNOUNCEMENT: { IN_APP: "on", EMAIL: "off" },
  SECURITY_ALERT: { IN_APP: "always", PUSH: "on", EMAIL: "always", SMS: "off" },
  ORGANIZATION_INVITATION: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  ORGANIZATION_CHANGED: { IN_APP: "on", EMAIL: "on" },
  SCHEDULED_MESSAGE_FAILED: { IN_APP: "on", PUSH: "on", EMAIL: "on" },
  REMINDER_DUE: { IN_APP: "on", PUSH: "on", SMS: "off" },
  MESSAGE_REMOVED: { IN_APP: "on" },
  MESSAGE_REPORTED: { IN_APP: "on" },
  FILE_QUARANTINED: { IN_APP: "on", EMAIL: "on" },
  QUOTA_WARNING: { IN_APP: "on", EMAIL: "on" },
  WEBHOOK_OFF: { IN_APP: "on", EMAIL: "on" },
  API_KEY_EXPIRING: { IN_APP: "on", EMAIL: "on" },
  NOTIFICATION_TEST: { IN_APP: "always" },
};
