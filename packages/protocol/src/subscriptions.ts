import * as z from "zod/mini";
import { statuses } from "./accounts.ts";
import { command, SUBSCRIPTIONS_LANE } from "./kernel/command.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { frame } from "./kernel/event.ts";
import { isoTime, messageId, requestId, roomId, userId } from "./kernel/ids.ts";
import { SUBSCRIBE_BATCH } from "./limits.ts";
import { participantAccessLevels } from "./participants.ts";
import { pinningLevels } from "./rooms.settings.ts";
import { roomAccessTypes, roomParams, roomSlug, roomTypes } from "./rooms.ts";
import { routes } from "./routes.ts";

export const lastMessage = z.object({
  id: messageId,
  createdAt: isoTime,
  text: z.string(),
  /** Its author asked that nobody is notified. */
  isSilent: z.optional(z.literal(true)),
});
export type LastMessage = z.infer<typeof lastMessage>;

const conversationPerson = z.object({
  sessionUserId: userId,
  fullName: z.string(),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
});
export type ConversationPerson = z.infer<typeof conversationPerson>;

/** A participant's view of a room (specification, section 3: room subscription; what we add is marked in wire.md). */
export const subscription = z.object({
  roomId,
  sessionRoomSlug: z.string(),
  roomName: z.string(),
  roomType: z.enum(roomTypes),
  accessType: z.enum(roomAccessTypes),
  status: z.enum(statuses),
  description: z.nullable(z.string()),
  /** The picture of the room itself; a direct room has that of its other person. */
  avatar_url: z.nullable(z.string()),
  participantCount: z.int(),
  memberCount: z.int(),
  lastMessage: z.nullable(lastMessage),
  lastActivityAt: isoTime,
  joinedAt: isoTime,
  unreadCount: z.int(),
  mentionCount: z.int(),
  /** The part of `mentionCount` that is in threads, which reading the room does not read; absent where there is none. */
  threadMentionCount: z.optional(z.int()),
  lastReadAt: z.nullable(isoTime),
  /** The caller's access level; OWNER marks the owner. */
  role: z.enum(participantAccessLevels),
  isMuted: z.boolean(),
  mutedUntil: z.nullable(isoTime),
  notificationSettings: z.object({ muted: z.boolean(), mutedUntil: z.nullable(isoTime) }),
  isPrivate: z.boolean(),
  /**
   * The other people of direct rooms and groups, by name; empty for channels, whose people are a list of their own. A direct room is
   * called as its other person is, and so is a group that nobody gave a name.
   */
  participants: z.array(conversationPerson),
  pinCount: z.int(),
  /** The least level of those who may pin. */
  pinnedBy: z.enum(pinningLevels),
  /** After so many days messages are deleted, by the room or its organization; absent where they are kept. */
  messageRetentionDays: z.optional(z.int()),
  /** Last event of the room's log when this was read. */
  headSeq: z.int(),
  /** Number of the last numbered message; unread = lastMsgNo - readMsgNo. */
  lastMsgNo: z.int(),
  readMsgNo: z.int(),
  /** From this number on marked as unread by the person; the read position, which others see, stays. */
  unreadFromMsgNo: z.optional(z.int()),
});
export type Subscription = z.infer<typeof subscription>;

export const subscriptionList = z.object({ results: z.array(subscription) });

export const listMyRooms = endpoint({
  ...routes.listMyRooms,
  group: "session-rooms",
  summary: "The channels that the caller is in",
  reply: subscriptionList,
  isHot: true,
  errors: [],
});

export const listSubscriptions = endpoint({
  ...routes.listSubscriptions,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "All rooms of the active workspace that the caller is in and has not hidden",
  reply: subscriptionList,
  isHot: true,
  errors: [],
});

const shownSlugs = z
  .array(roomSlug)
  .check(
    z.minLength(1, { error: "BAD_REQUEST" }),
    z.maxLength(SUBSCRIBE_BATCH, { error: "BAD_REQUEST" }),
  );

export const subscribeRooms = endpoint({
  ...routes.subscribeRooms,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "Shows rooms again that were hidden; all must be readable, else nothing happens",
  body: z.strictObject({ sessionRoomSlugs: shownSlugs }),
  reply: subscriptionList,
  errors: ["BAD_REQUEST", "ROOMS_NOT_FOUND"],
});

export const unsubscribeRooms = endpoint({
  ...routes.unsubscribeRooms,
  openToGuests: true,
  group: "multi-room-chat",
  summary:
    "Hides rooms and ends their live events; the caller stays in them, and unknown rooms are ignored",
  body: z.strictObject({ sessionRoomSlugs: shownSlugs }),
  reply: subscriptionList,
  errors: ["BAD_REQUEST"],
});

/** Ids that mark-as-read takes: UUID, 24 hexadecimal digits, or the caller's own `temp_` id (specification, section 5). */
export const readableMessageId = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^(temp_[\w-]{1,56}|[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i),
  );

export const unreadCount = z.object({
  sessionRoomSlug: z.string(),
  unreadCount: z.int(),
  mentionCount: z.int(),
  threadMentionCount: z.optional(z.int()),
  lastReadAt: z.nullable(isoTime),
  readMsgNo: z.int(),
});
export type UnreadCount = z.infer<typeof unreadCount>;

export const markRead = endpoint({
  ...routes.markRead,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "Moves the own read position forward to a message; never back",
  params: roomParams,
  body: z.strictObject({ lastReadMessageId: readableMessageId }),
  reply: unreadCount,
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND", "MESSAGE_NOT_FOUND"],
});

export const markUnread = endpoint({
  ...routes.markUnread,
  openToGuests: true,
  group: "multi-room-chat",
  summary:
    "Counts as unread from a message on, until the next mark or own send; what others see of the own reading stays",
  params: roomParams,
  body: z.strictObject({ fromMessageId: readableMessageId }),
  reply: unreadCount,
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND", "MESSAGE_NOT_FOUND"],
});

export const markAllRead = endpoint({
  ...routes.markAllRead,
  openToGuests: true,
  group: "multi-room-chat",
  summary:
    "Moves the own read position to the end of these rooms, or of all in the active workspace, and of their threads",
  body: z.strictObject({
    /** Rooms that the caller is not in are ignored. */
    sessionRoomSlugs: z.optional(
      z.array(roomSlug).check(z.minLength(1), z.maxLength(SUBSCRIBE_BATCH)),
    ),
  }),
  reply: z.object({ totalUnread: z.int() }),
  errors: [],
});

export const markReadCommand = command({
  type: "CLIENT_MARK_ROOM_READ",
  openToGuests: true,
  summary: "As the REST call; answered by SERVER_MARK_READ_ACK",
  frame: z.strictObject({
    type: z.literal("CLIENT_MARK_ROOM_READ"),
    requestId,
    sessionRoomSlug: roomSlug,
    lastReadMessageId: readableMessageId,
  }),
  errors: ["ROOM_NOT_FOUND", "SUBSCRIPTION_NOT_FOUND", "MESSAGE_NOT_FOUND"],
});

const slugList = z.array(roomSlug).check(z.minLength(1), z.maxLength(SUBSCRIBE_BATCH));

export const subscribeCommand = command({
  type: "CLIENT_SUBSCRIBE_ROOMS",
  openToGuests: true,
  summary:
    "Live events of these rooms on this socket; a PUBLIC room may be previewed without being in it",
  frame: z.strictObject({
    type: z.literal("CLIENT_SUBSCRIBE_ROOMS"),
    requestId,
    sessionRoomSlugs: slugList,
  }),
  lane: { name: SUBSCRIPTIONS_LANE },
  errors: ["ROOMS_NOT_FOUND"],
});

export const unsubscribeCommand = command({
  type: "CLIENT_UNSUBSCRIBE_ROOMS",
  openToGuests: true,
  summary:
    "No more live events of these rooms on this socket; unknown rooms are ignored. The answer's `changed` holds the person's own rooms among them",
  frame: z.strictObject({
    type: z.literal("CLIENT_UNSUBSCRIBE_ROOMS"),
    requestId,
    sessionRoomSlugs: slugList,
  }),
  lane: { name: SUBSCRIPTIONS_LANE },
  errors: [],
});

export const unreadSummaryCommand = command({
  type: "CLIENT_GET_UNREAD_SUMMARY",
  openToGuests: true,
  summary: "Answered by SERVER_UNREAD_SUMMARY",
  frame: z.strictObject({ type: z.literal("CLIENT_GET_UNREAD_SUMMARY"), requestId }),
  errors: [],
});

export const subscriptionUpdate = frame({
  type: "SERVER_SUBSCRIPTION_UPDATE",
  summary:
    "With `subscriptions` all rooms of the person in the active workspace; without, what became of some of them: `changed`, and the addresses that are `removed` from the list. What is told of a room with a newer `rev` replaces what was told with an older one",
  frame: z.object({
    type: z.literal("SERVER_SUBSCRIPTION_UPDATE"),
    subscriptions: z.optional(z.array(subscription)),
    changed: z.optional(z.array(subscription)),
    removed: z.optional(z.array(z.string())),
    rev: z.int(),
    /** Beside all rooms: the number of the last SERVER_PERSONAL_EVENT of the person that has one; 0 before the first. */
    personalRev: z.optional(z.int()),
    requestId: z.optional(requestId),
  }),
});

export const unreadSummary = z.object({
  rooms: z.array(
    z.object({
      sessionRoomSlug: z.string(),
      unreadCount: z.int(),
      mentionCount: z.int(),
      threadMentionCount: z.optional(z.int()),
      lastMessage: z.nullable(lastMessage),
    }),
  ),
  totalUnread: z.int(),
  organizations: z.array(
    z.object({ orgId: z.string(), totalUnread: z.int(), mentionCount: z.int() }),
  ),
});
export type UnreadSummary = z.infer<typeof unreadSummary>;

export const getUnreadSummary = endpoint({
  ...routes.getUnreadSummary,
  openToGuests: true,
  group: "multi-room-chat",
  summary: "Unread counts of all rooms and totals of the other workspaces",
  reply: unreadSummary,
  isHot: true,
  errors: [],
});

export const unreadSummaryFrame = frame({
  type: "SERVER_UNREAD_SUMMARY",
  summary: "Unread counts of all rooms and totals of the other workspaces",
  frame: z.extend(unreadSummary, {
    type: z.literal("SERVER_UNREAD_SUMMARY"),
    requestId: z.optional(requestId),
  }),
});

export const unreadCountUpdate = frame({
  type: "SERVER_UNREAD_COUNT_UPDATE",
  summary: "The read position of one room changed; goes to all sockets of the person",
  frame: z.extend(unreadCount, { type: z.literal("SERVER_UNREAD_COUNT_UPDATE") }),
});

export const markReadAck = frame({
  type: "SERVER_MARK_READ_ACK",
  summary: "The read position is stored",
  frame: z.object({ type: z.literal("SERVER_MARK_READ_ACK"), requestId, success: z.boolean() }),
});
