import type { ChannelPreference, NotificationChannel, NotificationType } from "@colbin/protocol";
import { groupTexts, type GroupId } from "./group-texts.ts";

/** The row of each type; undefined for what nobody is told of yet, or what is no matter of choice. */
const groupOf: Readonly<Record<NotificationType, GroupId | undefined>> = {
  MESSAGE_NEW: "talk",
  MESSAGE_MENTION: "mentions",
  MESSAGE_REPLY: "replies",
  MESSAGE_REACTION: "reactions",
  ROOM_INVITATION: "requests",
  ACCESS_REQUEST: "requests",
  ACCESS_REQUEST_APPROVED: "requests",
  ACCESS_REQUEST_REJECTED: "requests",
  ORGANIZATION_INVITATION: "requests",
  ROOM_INVITED: "rooms",
  ROOM_JOINED: "rooms",
  ROOM_LEFT: "rooms",
  PARTICIPANT_JOINED: "rooms",
  ORGANIZATION_CHANGED: "organizations",
  SYSTEM_ANNOUNCEMENT: "announcements",
  REMINDER_DUE: "reminders",
  SCHEDULED_MESSAGE_FAILED: "scheduled",
  MESSAGE_REMOVED: "moderation",
  MESSAGE_REPORTED: "moderation",
  FILE_QUARANTINED: "files",
  QUOTA_WARNING: "files",
  SECURITY_ALERT: "security",
  DOCUMENT_SHARED: "documents",
  DOCUMENT_COMMENTED: "documents",
  DOCUMENT_MENTION: "mentions",
  WEBHOOK_OFF: "programs",
  API_KEY_EXPIRING: "programs",
  NOTIFICATION_TEST: undefined,
};

/** A cell of the table: one channel of all types of a row. */
export interface GroupCell {
  readonly channel: NotificationChannel;
  /** The choices of each type of the row that has the channel; none: a dash. */
  readonly choices: readonly ChannelPreference[];
}

interface GroupRow {
  readonly id: GroupId;
  readonly cells: readonly GroupCell[];
}

const columns: readonly NotificationChannel[] = ["IN_APP", "PUSH", "EMAIL", "SMS"];

/** The channels that something is offered on, in the order of the table. */
export function toColumns(channels: readonly ChannelPreference[]): readonly NotificationChannel[] {
  return columns.filter((column) => channels.some(({ channel }) => channel === column));
}

/** The table of the person in rows of plain words. A type that is newer than this page is in none. */
export function toGroupRows(channels: readonly ChannelPreference[]): readonly GroupRow[] {
  const shown = toColumns(channels);
  return (Object.keys(groupTexts) as GroupId[]).map((id) => ({
    id,
    cells: shown.map((channel) => ({
      channel,
      choices: channels.filter((each) => each.channel === channel && groupOf[each.type] === id),
    })),
  }));
}
