import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, messageId, roomId, workspaceId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import {
  LIST_PAGE_MAX,
  LIST_PAGE_SIZE,
  MESSAGE_PAGE_MAX,
  MESSAGE_PAGE_SIZE,
  THREAD_MENTIONS_MAX,
} from "./limits.ts";
import { messageParams } from "./messages.edits.ts";
import { message, personal } from "./messages.ts";
import { routes } from "./routes.ts";
import { threadTabs } from "./threads.rules.ts";

/** A person and a thread (rules-messages 29, 30); unread = lastReplyNo - readReplyNo where they follow it. */
export const threadState = z.object({
  roomId,
  rootId: messageId,
  isFollowing: z.boolean(),
  readReplyNo: z.int(),
  lastReplyNo: z.int(),
  /** Numbers of the unread replies that mention the person and stand in the thread alone: the newest; none where it is absent. */
  mentionNos: z.optional(z.array(z.int()).check(z.maxLength(THREAD_MENTIONS_MAX))),
});
export type ThreadState = z.infer<typeof threadState>;

/** Goes to the devices of the person alone; with the workspace where the thread is. */
export const threadChanged = z.extend(threadState, { workspaceId });
export type ThreadChanged = z.infer<typeof threadChanged>;

const readErrors = ["ROOM_NOT_FOUND", "MESSAGE_NOT_FOUND", "NOT_A_PARTICIPANT"] as const;
const replyNumber = queryInteger(0, Number.MAX_SAFE_INTEGER);

/** Replies of one thread, oldest first. */
export const threadPage = z.object({
  root: message,
  messages: z.array(message),
  /** Are there replies before these, and behind them? */
  hasMore: z.boolean(),
  hasNewer: z.boolean(),
  /** Last event of the room's log at the moment of reading: apply live events after it. */
  headSeq: z.int(),
  state: threadState,
  personal,
});
export type ThreadPage = z.infer<typeof threadPage>;

export const getThread = endpoint({
  ...routes.getThread,
  openToGuests: true,
  group: "messages",
  summary:
    "The newest replies to a message, those before or after a number, or, by the id of a reply, those around it",
  params: messageParams,
  query: z.strictObject({
    limit: z._default(queryInteger(1, MESSAGE_PAGE_MAX), MESSAGE_PAGE_SIZE),
    before: z.optional(replyNumber),
    after: z.optional(replyNumber),
  }),
  reply: threadPage,
  isHot: true,
  errors: [...readErrors, "THREAD_ROOT_INVALID", "BAD_REQUEST"],
});

const follow = {
  openToGuests: true,
  group: "messages",
  params: messageParams,
  reply: threadState,
  errors: [...readErrors, "THREAD_ROOT_INVALID"],
} as const;

export const followThread = endpoint({
  ...routes.followThread,
  ...follow,
  summary: "New replies of the thread are unread for the caller, until they say otherwise",
});

export const unfollowThread = endpoint({
  ...routes.unfollowThread,
  ...follow,
  summary: "Nothing of the thread is unread for the caller, until they say otherwise",
});

export const markThreadRead = endpoint({
  ...routes.markThreadRead,
  ...follow,
  summary: "The thread is read up to this reply; a position never moves back",
  body: z.strictObject({ lastReadReplyId: messageId }),
});

/** A thread as a list of threads shows it. */
export const threadCard = z.object({
  root: message,
  /** The last ones, oldest first. */
  replies: z.array(message),
  state: threadState,
  lastReplyAt: isoTime,
});
export type ThreadCard = z.infer<typeof threadCard>;

export const listThreads = endpoint({
  ...routes.listThreads,
  group: "messages",
  summary:
    "Threads of the active workspace that the caller can read: unread first, then latest reply",
  query: z.strictObject({
    tab: z._default(z.enum(threadTabs), "following"),
    cursor: z.optional(z.string().check(z.maxLength(128))),
    limit: z._default(queryInteger(1, LIST_PAGE_MAX), LIST_PAGE_SIZE),
  }),
  reply: z.object({ results: z.array(threadCard), nextCursor: z.nullable(z.string()) }),
  errors: ["CURSOR_INVALID"],
});

export const listFollowedThreads = endpoint({
  ...routes.listFollowedThreads,
  openToGuests: true,
  group: "messages",
  summary:
    "The threads that the caller follows in the active workspace: those with unread mentions, then those answered last",
  reply: z.object({ results: z.array(threadState) }),
  errors: [],
});
