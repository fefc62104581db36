import * as z from "zod/mini";
import { command, SUBSCRIPTIONS_LANE } from "./kernel/command.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, requestId } from "./kernel/ids.ts";
import { MUTE_MINUTES_MAX } from "./limits.ts";
import { roomParams, roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

/** What somebody hears of a room (rules-rooms 48). */
export const notificationLevels = ["all", "mentions", "none"] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

const mute = { muted: z.boolean(), mutedUntil: z.nullable(isoTime) };

/** Of all rooms at once. */
export const muteOfAll = z.object(mute);
export type MuteOfAll = z.infer<typeof muteOfAll>;

export const roomNotifications = z.object({
  sessionRoomSlug: z.string(),
  ...mute,
  level: z.enum(notificationLevels),
});
export type RoomNotifications = z.infer<typeof roomNotifications>;

export const listNotificationSettings = endpoint({
  ...routes.listNotificationSettings,
  openToGuests: true,
  group: "multi-room-chat",
  summary:
    "What the caller wants to hear of each room of the active workspace, and whether all is muted",
  reply: z.object({ all: muteOfAll, results: z.array(roomNotifications) }),
  errors: [],
});

/** `mutedUntil` null: until it is taken back; a moment that has passed is refused (rules-rooms 49). */
const change = {
  muted: z.optional(z.boolean()),
  mutedUntil: z._default(z.nullable(isoTime), null),
};

export const updateNotificationSettings = endpoint({
  ...routes.updateNotificationSettings,
  openToGuests: true,
  group: "multi-room-chat",
  summary:
    "Mutes a room for the caller, for some time or until it is taken back, or chooses what they hear of it",
  params: roomParams,
  body: z.strictObject({ ...change, level: z.optional(z.enum(notificationLevels)) }),
  reply: roomNotifications,
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND"],
});

export const muteTemporarily = endpoint({
  ...routes.muteTemporarily,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "Mutes a room for the caller for so many minutes",
  params: roomParams,
  body: z.strictObject({
    durationMinutes: z.int().check(z.minimum(1), z.maximum(MUTE_MINUTES_MAX)),
  }),
  reply: roomNotifications,
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND"],
});

export const muteAll = endpoint({
  ...routes.muteAll,
  group: "multi-room-chat",
  summary: "One switch over all rooms, which keep what was chosen for them",
  body: z.strictObject({ muted: z.boolean(), mutedUntil: change.mutedUntil }),
  reply: muteOfAll,
  errors: [],
});

export const updateNotificationSettingsCommand = command({
  type: "CLIENT_UPDATE_NOTIFICATION_SETTINGS",
  openToGuests: true,
  summary: "As the REST call; answered by SERVER_SUBSCRIPTION_UPDATE",
  frame: z.strictObject({
    type: z.literal("CLIENT_UPDATE_NOTIFICATION_SETTINGS"),
    requestId,
    sessionRoomSlug: roomSlug,
    muted: z.boolean(),
    mutedUntil: change.mutedUntil,
  }),
  lane: { name: SUBSCRIPTIONS_LANE },
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND"],
});
