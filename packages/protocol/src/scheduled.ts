import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId, roomId } from "./kernel/ids.ts";
import {
  clientMessageId,
  content,
  messageMetadataInput,
  messageTypes,
  sentMessage,
} from "./messages.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

/** `sending`: its time has come; what it says cannot be changed any more. */
export const scheduledStates = ["open", "sending", "failed"] as const;

export const scheduledMessage = z.object({
  id: z.uuid(),
  /** Null where the room is gone, or the author does not see it any more. */
  room: z.nullable(z.object({ roomId, sessionRoomSlug: z.string(), title: z.string() })),
  clientMessageId,
  /** Of a reply: the message that it answers. */
  threadId: z.nullable(messageId),
  /** The reply is to stand in the room as well. */
  alsoSendToRoom: z.boolean(),
  content,
  type: z.enum(messageTypes),
  metadata: messageMetadataInput,
  sendAt: isoTime,
  state: z.enum(scheduledStates),
  /** The refusal with which it failed. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type ScheduledMessage = z.infer<typeof scheduledMessage>;

const one = z.strictObject({ id: z.uuid() });
const messageType = z._default(z.enum(messageTypes), "text");

/** Of a text that is not sent yet, and of the place where it is to go. */
const contentErrors = ["MESSAGE_EMPTY", "MESSAGE_TOO_LONG", "MESSAGE_TYPE_NOT_ALLOWED"] as const;
const placeErrors = [
  "ROOM_NOT_FOUND",
  "NOT_SUBSCRIBED",
  "MESSAGE_SEND_NOT_ALLOWED",
  "ROOM_ARCHIVED",
  "DM_NOT_POSSIBLE",
] as const;

export const listScheduledMessages = endpoint({
  ...routes.listScheduledMessages,
  group: "scheduled-messages",
  summary:
    "Messages of the caller in the active workspace that wait for their time or have failed; the next first",
  reply: z.object({ results: z.array(scheduledMessage) }),
  errors: [],
});

export const scheduleMessage = endpoint({
  ...routes.scheduleMessage,
  group: "scheduled-messages",
  summary:
    "Sends a message at a later moment, between a minute and a year ahead; the same clientMessageId again returns the first one",
  body: z.strictObject({
    sessionRoomSlug: roomSlug,
    threadId: z.optional(messageId),
    alsoSendToRoom: z._default(z.boolean(), false),
    content,
    type: messageType,
    metadata: z._default(messageMetadataInput, {}),
    sendAt: isoTime,
    clientMessageId,
  }),
  reply: scheduledMessage,
  status: 201,
  isReplayed: false,
  errors: [...placeErrors, ...contentErrors, "SCHEDULE_LIMIT_REACHED", "IDEMPOTENCY_CONFLICT"],
});

export const updateScheduledMessage = endpoint({
  ...routes.updateScheduledMessage,
  group: "scheduled-messages",
  summary:
    "Changes the text or the moment of a scheduled message; a failed one is tried again at its new moment",
  params: one,
  body: z.strictObject({ content: z.optional(content), sendAt: z.optional(isoTime) }),
  reply: scheduledMessage,
  errors: ["SCHEDULED_NOT_FOUND", ...contentErrors],
});

export const deleteScheduledMessage = endpoint({
  ...routes.deleteScheduledMessage,
  group: "scheduled-messages",
  summary: "Deletes a scheduled message: it is never sent",
  params: one,
  errors: ["SCHEDULED_NOT_FOUND"],
});

export const sendScheduledMessage = endpoint({
  ...routes.sendScheduledMessage,
  group: "scheduled-messages",
  summary: "Sends a scheduled message now; where that is refused, it stays as it was",
  params: one,
  reply: sentMessage,
  isReplayed: false,
  limit: "send",
  errors: [
    "SCHEDULED_NOT_FOUND",
    "ACCOUNT_BLOCKED",
    ...placeErrors,
    ...contentErrors,
    "THREAD_ROOT_INVALID",
    "WILDCARD_NOT_ALLOWED",
    "MENTION_LIMIT_REACHED",
    "IDEMPOTENCY_CONFLICT",
  ],
});
