import * as z from "zod/mini";
import { command } from "./kernel/command.ts";
import { fileInput, messageFile, voice, voiceInput } from "./files.fields.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { event } from "./kernel/event.ts";
import { isoTime, messageId, requestId, roomId, userId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import {
  FILES_PER_MESSAGE,
  MESSAGE_PAGE_MAX,
  MESSAGE_PAGE_SIZE,
  SEARCH_QUERY_MAX,
} from "./limits.ts";
import { mentionedPerson, messageMentions } from "./mentions.ts";
import { ownVote, poll, pollInput } from "./polls.fields.ts";
import { previewFields } from "./previews.fields.ts";
import { forward, forwarded, quote, quoted, removedBy } from "./quotes.ts";
import { roomParams, roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";
import { threadFields } from "./threads.fields.ts";

export const messageTypes = ["text", "image", "file", "system", "voice"] as const;
export type MessageType = (typeof messageTypes)[number];

/** `sending` and `failed` exist only on the client that sends. */
export const messageStates = ["sending", "sent", "delivered", "seen", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

export const messageErrors = defineErrors({
  MESSAGE_NOT_FOUND: { status: 404, message: "Message not found" },
  NOT_SUBSCRIBED: { status: 403, message: "Not subscribed to this room" },
  MESSAGE_SEND_NOT_ALLOWED: { status: 403, message: "You cannot send messages in this room" },
  MESSAGE_EMPTY: { status: 400, message: "Message cannot be empty" },
  MESSAGE_TOO_LONG: {
    status: 400,
    message: "The message is too long: {length} of {max} characters",
  },
  MESSAGE_TYPE_NOT_ALLOWED: { status: 400, message: "Messages of this type cannot be sent" },
  MESSAGE_NOT_AUTHOR: { status: 403, message: "Only the author can do that" },
  MESSAGE_DELETED: { status: 409, message: "This message was deleted" },
  MESSAGE_NOT_EDITABLE: { status: 409, message: "This message cannot be edited" },
  EDIT_WINDOW_CLOSED: { status: 403, message: "The time for editing has passed" },
  MESSAGE_REVISION_CONFLICT: { status: 409, message: "The message was edited in the meantime" },
  MESSAGE_NOT_REMOVABLE: { status: 409, message: "This message cannot be removed" },
  MESSAGE_NOT_REPORTABLE: { status: 409, message: "This message cannot be reported" },
  MESSAGE_NOT_REACTABLE: { status: 409, message: "You cannot react to this message" },
  EMOJI_INVALID: { status: 400, message: "This emoji is not known" },
  REACTION_LIMIT_REACHED: { status: 409, message: "There is no room for more reactions" },
  THREAD_ROOT_INVALID: { status: 400, message: "You cannot answer this message" },
  MENTION_LIMIT_REACHED: { status: 400, message: "A message can mention {max} people" },
  WILDCARD_NOT_ALLOWED: { status: 403, message: "You cannot mention everybody in this room" },
  QUOTE_NOT_ALLOWED: { status: 400, message: "You can only quote messages of this room" },
  AUDIENCE_GROWS: {
    status: 409,
    message: "People who cannot see the original will see this message",
  },
  MESSAGE_NOT_FORWARDABLE: { status: 409, message: "This message cannot be forwarded" },
  MESSAGE_NOT_PINNABLE: { status: 409, message: "This message cannot be pinned" },
  PIN_LIMIT_REACHED: { status: 409, message: "There is no room for more pins" },
  POLL_CLOSED: { status: 409, message: "This poll is closed" },
  POLL_OPTION_INVALID: { status: 400, message: "This choice is not part of the poll" },
  FILE_NOT_USABLE: { status: 400, message: "This file cannot be attached" },
  SAVED_LIMIT_REACHED: { status: 409, message: "You have saved too many messages" },
  SCHEDULE_LIMIT_REACHED: {
    status: 409,
    message: "You have too many scheduled messages or reminders",
  },
  SCHEDULED_NOT_FOUND: { status: 404, message: "Scheduled message not found" },
  SCHEDULED_TOO_LATE: {
    status: 409,
    message: "The server was not there when this message was due",
  },
  REMINDER_NOT_FOUND: { status: 404, message: "Reminder not found" },
  DRAFT_CONFLICT: { status: 409, message: "This draft was changed on another device" },
  REPORT_NOT_FOUND: { status: 404, message: "Report not found" },
});

/** Kinds of lines that the server writes itself (rules-messages 56). */
export const systemKinds = [
  "room_created",
  "joined",
  "left",
  "added",
  "invited_joined",
  "removed",
  "level_changed",
  "owner_changed",
  "title_changed",
  "description_changed",
  "picture_changed",
  "access_type_changed",
  "archived",
  "unarchived",
  "pinned",
  "poll_closed",
  "retention_changed",
  "guest_joined",
] as const;
export type SystemKind = (typeof systemKinds)[number];

/** What a client may put into metadata (rules-messages 6). */
export const messageMetadataInput = z
  .strictObject({
    quote: z.optional(quoted),
    /** It becomes `poll` of the message. */
    poll: z.optional(pollInput),
    /** They become `files` of the message; own ones for the room, each once, that no other message shows. */
    files: z.optional(z.array(fileInput).check(z.minLength(1), z.maxLength(FILES_PER_MESSAGE))),
    /** Its file becomes that of the message, as one of `files` would; a recording stands alone. */
    voice: z.optional(voiceInput),
  })
  .check(
    z.refine((all) => all.voice === undefined || (all.files ?? all.poll) === undefined, {
      path: ["voice"],
    }),
  );
export type MessageMetadataInput = z.infer<typeof messageMetadataInput>;

/** What the server puts there. */
export const messageMetadata = z.object({
  mentions: z.optional(messageMentions),
  /** The content with the names of that moment in the place of its mentions; absent where it mentions nothing. */
  plainText: z.optional(z.string()),
  quote: z.optional(quoted),
  forward: z.optional(forwarded),
  /** A program sent or edited it with an API key of its author (rules-identity 82). */
  viaApi: z.optional(z.literal(true)),
  /** A program sent it by an incoming webhook, which is its author (rules-notifications 26). */
  viaWebhook: z.optional(z.literal(true)),
  voice: z.optional(voice),
  system: z.optional(
    z.object({
      kind: z.enum(systemKinds),
      actorId: z.nullable(userId),
      targetIds: z.array(userId),
      values: z.record(z.string(), z.string()),
    }),
  ),
});
export type MessageMetadata = z.infer<typeof messageMetadata>;

/** All people who reacted to one message with one emoji (specification, section 3). */
export const reaction = z.object({
  emoji: z.string(),
  count: z.int(),
  users: z.array(userId),
  userNames: z.array(z.string()),
  timestamp: isoTime,
});
export type Reaction = z.infer<typeof reaction>;

/** By whom a message is pinned, as they are called now, and since when. */
export const pin = z.object({ userId, userName: z.string(), at: isoTime });
export type Pin = z.infer<typeof pin>;

export const message = z.object({
  id: messageId,
  roomId,
  sessionRoomSlug: z.string(),
  /** Place in the room's log, without gaps over all durable events. */
  seq: z.int(),
  /** Place of its last change in the log: a copy with a smaller one is older and never replaces a newer one. */
  stateSeq: z.int(),
  /** Number among the messages that count as unread; null for system lines. */
  msgNo: z.nullable(z.int()),
  authorId: userId,
  authorName: z.string(),
  authorAvatar: z.nullable(z.string()),
  /** Of an author who came by a guest link. */
  authorIsGuest: z.optional(z.literal(true)),
  content: z.string(),
  type: z.enum(messageTypes),
  metadata: messageMetadata,
  createdAt: isoTime,
  updatedAt: isoTime,
  isEdited: z.boolean(),
  /** Of the content, for `ifRevision`; absent: the first. */
  revision: z.optional(z.int()),
  isDeleted: z.boolean(),
  removedBy,
  status: z.enum(messageStates),
  reactions: z.array(reaction),
  pin: z.optional(pin),
  quote: z.optional(quote),
  forward: z.optional(forward),
  poll: z.optional(poll),
  files: z.optional(z.array(messageFile)),
  /** Those whom `metadata.mentions` names, by the names that they have now. */
  mentioned: z.optional(z.array(mentionedPerson)),
  /** Its author asked that nobody is notified but by a mention (rules-messages 9). */
  isSilent: z.optional(z.literal(true)),
  /** The server sent it for its author, who may have unread messages before it (rules-rooms 43). */
  isScheduled: z.optional(z.literal(true)),
  ...previewFields,
  ...threadFields,
});
export type Message = z.infer<typeof message>;

/** `temp_` + UUID version 4, made once per intent by the client (rules-messages 1). */
export const clientMessageId = z
  .string()
  .check(z.regex(/^temp_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** Length in code points and emptiness are judged by the service, which normalises first (rules-messages 5). */
export const content = z.string();

const messageType = z._default(z.enum(messageTypes), "text");
const sendBody = {
  content,
  metadata: z._default(messageMetadataInput, {}),
  clientMessageId: z.optional(clientMessageId),
  /** Answers this message in its thread; the id of a reply means its thread. */
  threadId: z.optional(messageId),
  /** The reply stands in the room as well, as a message of it. */
  alsoSendToRoom: z.optional(z.boolean()),
  /** Nobody is notified but by a mention of their own; it counts as unread as any other. */
  silent: z.optional(z.boolean()),
};

export const sendErrors = [
  "ACCOUNT_BLOCKED",
  "ROOM_NOT_FOUND",
  "NOT_SUBSCRIBED",
  "MESSAGE_SEND_NOT_ALLOWED",
  "ROOM_ARCHIVED",
  "DM_NOT_POSSIBLE",
  "MESSAGE_EMPTY",
  "MESSAGE_TOO_LONG",
  "MESSAGE_TYPE_NOT_ALLOWED",
  "IDEMPOTENCY_CONFLICT",
  "THREAD_ROOT_INVALID",
  "MENTION_LIMIT_REACHED",
  "WILDCARD_NOT_ALLOWED",
  "QUOTE_NOT_ALLOWED",
  "FILE_NOT_USABLE",
  "POLL_CLOSED",
] as const;

export const sentMessage = z.object({
  message,
  clientMessageId,
  duplicate: z.optional(z.boolean()),
});
export type SentMessage = z.infer<typeof sentMessage>;

export const sendMessage = endpoint({
  ...routes.sendMessage,
  openToGuests: true,
  group: "messages",
  summary: "Sends a message; the same clientMessageId again returns the first message",
  params: roomParams,
  body: z.strictObject({ ...sendBody, type: messageType }),
  reply: sentMessage,
  isHot: true,
  isReplayed: false,
  status: 201,
  otherStatuses: [200],
  limit: "send",
  errors: sendErrors,
});

export const sendMessageCommand = command({
  type: "CLIENT_SEND_MESSAGE",
  openToGuests: true,
  summary: "As the REST call; acknowledged by the message_new that carries the requestId",
  limit: "send",
  lane: { name: "send", per: "sessionRoomSlug" },
  /** The key `type` names the frame, so the type of the message is `messageType` here. */
  frame: z.strictObject({
    type: z.literal("CLIENT_SEND_MESSAGE"),
    requestId,
    sessionRoomSlug: roomSlug,
    ...sendBody,
    messageType,
  }),
  errors: sendErrors,
});

/**
 * A message id, the cursor of an earlier page, `no_` and a number: the first message with that msgNo or a higher one, or `at_` and a
 * time in UTC: the first message of then or later.
 */
const position = z.string().check(z.minLength(1), z.maxLength(128));
const pageLimit = z._default(queryInteger(1, MESSAGE_PAGE_MAX), MESSAGE_PAGE_SIZE);

/** Messages that a person keeps for later are open until they are done with them (rules-messages 36). */
export const savedStatuses = ["open", "done"] as const;
export type SavedStatus = (typeof savedStatuses)[number];

/** What stands at a message that its reader has saved. */
export const savedMark = z.object({
  status: z.enum(savedStatuses),
  /** When they are to be reminded of it. */
  remindAt: z.nullable(isoTime),
});
export type SavedMark = z.infer<typeof savedMark>;

/** What the reader of a page is told alone of a message, by part. */
export const personalParts = z.object({
  /** Their emoji, where more people reacted than are named. */
  ownReactions: z.optional(z.array(z.string())),
  saved: z.optional(savedMark),
  /** In a poll; absent where they have not voted. */
  ownVote: z.optional(ownVote),
});
export type PersonalParts = z.infer<typeof personalParts>;

/** By message; the others have none. */
export const personal = z.optional(z.record(messageId, personalParts));

export const messagePage = z.object({
  /** Oldest first. */
  messages: z.array(message),
  /** Are there more in the direction that was asked for? Around a message: older ones. */
  hasMore: z.boolean(),
  /** Around a message: are there newer ones? */
  hasNewer: z.optional(z.boolean()),
  nextCursor: z.nullable(z.string()),
  /** Last event of the room's log at the moment of reading: apply live events after it. */
  headSeq: z.int(),
  personal,
});
export type MessagePage = z.infer<typeof messagePage>;

export const listMessages = endpoint({
  ...routes.listMessages,
  openToGuests: true,
  group: "messages",
  summary:
    "A page of messages: the newest, those before or after a message or cursor, those around one, or those that match",
  params: roomParams,
  query: z.strictObject({
    limit: pageLimit,
    before: z.optional(position),
    after: z.optional(position),
    around: z.optional(position),
    /** Only messages that match, as searchMessages finds them. */
    search: z.optional(z.string().check(z.minLength(1), z.maxLength(SEARCH_QUERY_MAX))),
  }),
  reply: messagePage,
  isHot: true,
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "MESSAGE_NOT_FOUND",
    "CURSOR_INVALID",
    "BAD_REQUEST",
  ],
});

export const messageHistoryCommand = command({
  type: "CLIENT_REQUEST_MESSAGE_HISTORY",
  openToGuests: true,
  summary:
    "A page of messages, or the events of the log after a seq; answered by SERVER_MESSAGE_HISTORY",
  frame: z
    .strictObject({
      type: z.literal("CLIENT_REQUEST_MESSAGE_HISTORY"),
      requestId,
      sessionRoomSlug: roomSlug,
      before: z.optional(position),
      afterSeq: z.optional(z.int().check(z.minimum(0))),
      limit: pageLimit,
    })
    .check(
      z.refine(({ before, afterSeq }) => before === undefined || afterSeq === undefined, {
        path: ["before"],
      }),
    ),
  errors: [
    "ROOM_NOT_FOUND",
    "NOT_A_PARTICIPANT",
    "MESSAGE_NOT_FOUND",
    "CURSOR_INVALID",
    "BAD_REQUEST",
    "LOG_EPOCH_CHANGED",
  ],
});

export const messageNew = event({
  name: "message_new",
  durable: true,
  summary:
    "A message; the sender’s own copy carries the requestId of the send and is its acknowledgement",
  data: z.object({ message, clientMessageId: z.optional(z.string()) }),
});
