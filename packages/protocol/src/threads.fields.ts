import * as z from "zod/mini";
import { isoTime, messageId, userId } from "./kernel/ids.ts";

/** A person who answered in a thread. */
export const replier = z.object({
  userId,
  fullName: z.string(),
  avatar_url: z.nullable(z.string()),
});
export type Replier = z.infer<typeof replier>;

/** The thread of a message, as it shows at the message (rules-messages 28). */
export const threadSummary = z.object({
  /** Deleted replies count: each has a number. */
  replyCount: z.int(),
  lastReplyAt: isoTime,
  /** The first five who answered. */
  repliers: z.array(replier),
});
export type ThreadSummary = z.infer<typeof threadSummary>;

/** The fields of a message that say where it stands in a thread. */
export const threadFields = {
  /** A reply: the message that it answers. With a `msgNo` it stands in the room as well. */
  threadId: z.optional(messageId),
  /** A reply: its number in the thread, without gaps from 1 on. */
  replyNo: z.optional(z.int()),
  /** Of a message that was answered. */
  thread: z.optional(threadSummary),
};
