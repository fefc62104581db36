import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { workspaceId } from "./kernel/ids.ts";
import { CHANNEL_CHOICES_MAX, MUTED_WORKSPACES_MAX } from "./limits.ts";
import { muteOfAll, roomNotifications } from "./mutes.ts";
import { notificationTypes } from "./notifications.rules.ts";
import { notificationChannels } from "./notifications.ts";
import { routes } from "./routes.ts";

export const notificationPreferenceErrors = defineErrors({
  NOTIFICATION_CHANNEL_REQUIRED: { status: 409, message: "Security alerts cannot be switched off" },
});

const cell = { type: z.enum(notificationTypes), channel: z.enum(notificationChannels) };

/** One channel of one type. */
export const channelPreference = z.object({
  ...cell,
  isOn: z.boolean(),
  /** The person has chosen it; otherwise it follows its default. */
  isChosen: z.boolean(),
  /** Nobody can switch it off. */
  isFixed: z.boolean(),
});
export type ChannelPreference = z.infer<typeof channelPreference>;

export const notificationPreferences = z.object({
  /** Every channel that is offered for a type. */
  channels: z.array(channelPreference),
  /** Workspaces of which nothing is pushed or mailed to the person. */
  mutedWorkspaces: z.array(workspaceId),
  /** The switch over all rooms. */
  all: muteOfAll,
  /** The rooms of the active workspace that the person is in. */
  rooms: z.array(roomNotifications),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

export const getNotificationPreferences = endpoint({
  ...routes.getNotificationPreferences,
  group: "notifications",
  summary:
    "What reaches the caller on which channel: by type, by workspace, and for each room of the active workspace",
  reply: notificationPreferences,
  errors: [],
});

export const updateNotificationPreferences = endpoint({
  ...routes.updateNotificationPreferences,
  group: "notifications",
  summary:
    "Chooses channels of types and mutes workspaces; the rest stays as it is. `isOn` null takes a choice back to its default",
  body: z.strictObject({
    channels: z._default(
      z
        .array(z.strictObject({ ...cell, isOn: z.nullable(z.boolean()) }))
        .check(z.maxLength(CHANNEL_CHOICES_MAX)),
      [],
    ),
    workspaces: z._default(
      z
        .array(z.strictObject({ workspaceId, isMuted: z.boolean() }))
        .check(z.maxLength(MUTED_WORKSPACES_MAX)),
      [],
    ),
  }),
  reply: notificationPreferences,
  errors: ["NOTIFICATION_CHANNEL_REQUIRED"],
});

/** The outcome of a test on a channel: `off`: the person has switched it off; `unavailable`: there is nothing to send it with or to. */
export const testResults = ["sent", "off", "unavailable"] as const;
export type TestResult = (typeof testResults)[number];

export const testNotifications = endpoint({
  ...routes.testNotifications,
  group: "notifications",
  summary: "Sends the caller a test on each of their channels, also in quiet hours",
  limit: "notificationTest",
  reply: z.object({
    results: z.array(
      z.object({ channel: z.enum(notificationChannels), result: z.enum(testResults) }),
    ),
  }),
  errors: [],
});
