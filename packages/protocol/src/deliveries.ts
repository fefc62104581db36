import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { NOTIFICATION_PAGE_MAX, NOTIFICATION_PAGE_SIZE } from "./limits.ts";
import { notificationTypes } from "./notifications.rules.ts";
import { notificationChannels, notificationStatuses } from "./notifications.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

/** Why something is sent on a channel, waits, or is not sent; the first that holds decides (rules-notifications 12). */
export const notificationReasons = [
  "OWN_ACTION",
  "NO_ACCESS",
  "BLOCKED",
  "SILENT",
  "CHANNEL_OFF",
  "URGENT",
  "MUTED_ALL",
  "ROOM_MUTED",
  "LEVEL_NONE",
  "LEVEL_MENTIONS",
  "ON_SCREEN",
  "QUIET_HOURS",
  "ACTIVE_ELSEWHERE",
  "EMAIL_WAIT",
  "ADDRESS_REFUSED",
  "SENT",
] as const;
export type NotificationReason = (typeof notificationReasons)[number];

const reason = z.enum(notificationReasons);
const channel = z.enum(notificationChannels);

/** One channel of the decision about a message for a person. */
export const channelDecision = z.object({
  channel,
  result: z.enum(["send", "hold", "skip"]),
  reason,
  /** The outcome, where something was sent or waits. */
  status: z.nullable(z.enum(notificationStatuses)),
  at: z.nullable(isoTime),
});
export type ChannelDecision = z.infer<typeof channelDecision>;

export const getNotificationDecision = endpoint({
  ...routes.getNotificationDecision,
  group: "notifications",
  summary: "Why the caller was, or was not, notified of a message, by channel",
  query: z.strictObject({ sessionRoomSlug: roomSlug, messageId }),
  reply: z.object({ type: z.enum(notificationTypes), decisions: z.array(channelDecision) }),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "MESSAGE_NOT_FOUND"],
});

/** One try to tell the caller of something on a channel; it never holds what it told. */
export const notificationDelivery = z.object({
  type: z.enum(notificationTypes),
  channel,
  status: z.enum(notificationStatuses),
  reason,
  /** It is not sent before. */
  notBefore: z.nullable(isoTime),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type NotificationDelivery = z.infer<typeof notificationDelivery>;

export const listNotificationDeliveries = endpoint({
  ...routes.listNotificationDeliveries,
  group: "notifications",
  summary: "A page of what was sent to the caller outside the list, or waits, the newest first",
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(80))),
    limit: z._default(queryInteger(1, NOTIFICATION_PAGE_MAX), NOTIFICATION_PAGE_SIZE),
  }),
  reply: z.object({
    results: z.array(notificationDelivery),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ["CURSOR_INVALID"],
});
