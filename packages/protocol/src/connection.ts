import * as z from "zod/mini";
import { accessChanged } from "./access-requests.ts";
import { draftChange } from "./drafts.ts";
import { plainCommand } from "./kernel/command.ts";
import { frame } from "./kernel/event.ts";
import { isoTime, requestId, userId, workspaceId } from "./kernel/ids.ts";
import { PING_HEADS_MAX, RESUME_ROOMS_MAX } from "./limits.ts";
import { muteOfAll } from "./mutes.ts";
import { notificationChanged, notificationsRead } from "./notifications.ts";
import { threadChanged } from "./threads.ts";
import { pollVoted } from "./polls.ts";
import { savedChanged } from "./saved.ts";

const seq = z.int().check(z.minimum(0));

function slugSeqs(maximum: number) {
  return z
    .record(z.string().check(z.maxLength(256)), seq)
    .check(z.refine((rooms) => Object.keys(rooms).length <= maximum));
}

export const authCommand = plainCommand({
  type: "CLIENT_MULTI_ROOM_AUTH",
  openToGuests: true,
  summary:
    "The first frame, within 5 s; again to renew. With `resume` the server replays what was missed",
  frame: z.strictObject({
    type: z.literal("CLIENT_MULTI_ROOM_AUTH"),
    requestId: z.optional(requestId),
    token: z.optional(z.string().check(z.maxLength(4096))),
    resume: z.optional(
      z.strictObject({
        logEpoch: z.string().check(z.maxLength(64)),
        /** Of another workspace than the token's nothing is replayed. */
        workspaceId: z.optional(workspaceId),
        rooms: slugSeqs(RESUME_ROOMS_MAX),
      }),
    ),
  }),
  errors: [
    "NOT_AUTHENTICATED",
    "TOKEN_EXPIRED",
    "SESSION_ENDED",
    "WORKSPACE_ACCESS_LOST",
    "WORKSPACE_CHANGED",
    "LOG_EPOCH_CHANGED",
  ],
});

export const pingCommand = plainCommand({
  type: "ping",
  openToGuests: true,
  summary: "Keep-alive; `heads` acknowledges what was received",
  frame: z.strictObject({ type: z.literal("ping"), heads: z.optional(slugSeqs(PING_HEADS_MAX)) }),
  errors: [],
});

export const authSuccess = frame({
  type: "SERVER_MULTI_ROOM_AUTH_SUCCESS",
  summary: "The socket is authenticated until `expires`",
  frame: z.object({
    type: z.literal("SERVER_MULTI_ROOM_AUTH_SUCCESS"),
    userId,
    connectionId: z.string(),
    workspaceId,
    /** Names this log; another one means that the database was restored from a backup. */
    logEpoch: z.string(),
    /** Names the web app that the server has, where it has one: a page of another build may be loaded anew. */
    webBuild: z.optional(z.string()),
    expires: isoTime,
    requestId: z.optional(requestId),
  }),
});

const personal = {
  type: z.literal("SERVER_PERSONAL_EVENT"),
  /** Numbers the changes of one person: one that is not the next says that something was missed. Not all of them have a number. */
  rev: z.optional(z.int()),
};

export const personalEvent = frame({
  type: "SERVER_PERSONAL_EVENT",
  summary:
    "What concerns one person alone; `reload`: something may have been missed, read again what is not in the log; `notification_changed`: the state of one notification, on whatever device, or its time to come back has come; `notifications_read`: many of them at once; `notifications_shared`: everybody was told of something, read the count again, at a moment of your own within so many milliseconds; `access_changed`: somebody asked to come into a room, was invited to it, or was answered; `sidebar_changed`: read the own sections of that workspace again; `all_muted`: all rooms are muted, or are not any more; `thread_changed`: the person follows a thread, or not, or has read it; `threads_read`: many threads of that workspace were read at once, read the followed ones again; `scheduled_changed`: read the own scheduled messages of that workspace again; `draft_changed`: a draft on another device, which has ended where it has no text; `saved_changed`: a message was saved or is not any more, or what is to be reminded of changed; `poll_voted`: the vote of the person in a poll; `notification_settings_changed`: the notification settings of the person changed, read them again; `emoji_changed`: read the emoji of that organization again",
  frame: z.discriminatedUnion("event", [
    z.object({ ...personal, event: z.literal("reload"), data: z.object({}) }),
    z.object({ ...personal, event: z.literal("notification_changed"), data: notificationChanged }),
    z.object({ ...personal, event: z.literal("notifications_read"), data: notificationsRead }),
    z.object({
      ...personal,
      event: z.literal("notifications_shared"),
      data: z.object({ spreadMs: z.int() }),
    }),
    z.object({ ...personal, event: z.literal("access_changed"), data: accessChanged }),
    z.object({ ...personal, event: z.literal("sidebar_changed"), data: z.object({ workspaceId }) }),
    z.object({ ...personal, event: z.literal("all_muted"), data: muteOfAll }),
    z.object({ ...personal, event: z.literal("thread_changed"), data: threadChanged }),
    z.object({ ...personal, event: z.literal("threads_read"), data: z.object({ workspaceId }) }),
    z.object({
      ...personal,
      event: z.literal("draft_changed"),
      data: draftChange,
    }),
    z.object({
      ...personal,
      event: z.literal("scheduled_changed"),
      data: z.object({ workspaceId }),
    }),
    z.object({ ...personal, event: z.literal("saved_changed"), data: savedChanged }),
    z.object({
      ...personal,
      event: z.literal("notification_settings_changed"),
      data: z.object({}),
    }),
    z.object({ ...personal, event: z.literal("poll_voted"), data: pollVoted }),
    z.object({ ...personal, event: z.literal("emoji_changed"), data: z.object({ workspaceId }) }),
  ]),
});

export const pong = frame({
  type: "pong",
  summary: "The answer to ping",
  frame: z.object({ type: z.literal("pong") }),
});

export const multiRoomError = frame({
  type: "SERVER_MULTI_ROOM_ERROR",
  summary: "A frame was refused, or the connection is about to end",
  frame: z.object({
    type: z.literal("SERVER_MULTI_ROOM_ERROR"),
    requestId: z.optional(z.string()),
    code: z.string(),
    message: z.string(),
    status: z.int(),
    details: z.record(z.string(), z.unknown()),
    retryable: z.boolean(),
    retryAfterMs: z.optional(z.int()),
  }),
});
