import * as z from "zod/mini";
import { isoTime, messageId, roomId, userId } from "./kernel/ids.ts";

/** Of a deleted message that not its author has taken away. */
export const removedBy = z.optional(z.enum(["moderator"]));
export type RemovedBy = NonNullable<z.infer<typeof removedBy>>;

/** A message of the same room that another one quotes: the client names it, the server adds the rest (rules-messages 42). */
export const quoted = z.strictObject({ messageId });

/** A quoted message as it is now. */
export const quote = z.object({
  messageId,
  authorId: userId,
  authorName: z.string(),
  createdAt: isoTime,
  /** Of the quoted message: a quote with a smaller one is older. */
  stateSeq: z.int(),
  /** Its first QUOTE_MAX_CHARS characters; empty once it is deleted. */
  text: z.string(),
  isDeleted: z.boolean(),
  removedBy,
});
export type Quote = z.infer<typeof quote>;

/** Of a message that was forwarded from another place; written by the server alone (rules-messages 43). */
export const forwarded = z.object({
  messageId,
  roomId,
  authorId: userId,
  /** When it was written there. */
  createdAt: isoTime,
  /** Where the copied text begins in the content, in UTF-16 code units; before it stands what the forwarding person says to it. */
  textFrom: z.int(),
});
export type Forwarded = z.infer<typeof forwarded>;

/** The author of the original, as they are called now. */
export const forward = z.object({
  authorName: z.string(),
  authorAvatar: z.nullable(z.string()),
});
export type Forward = z.infer<typeof forward>;
