import * as z from "zod/mini";
import { event } from "./kernel/event.ts";
import { isoTime, messageId } from "./kernel/ids.ts";
import { RETENTION_DAYS_MAX } from "./limits.ts";

/** Days after which messages are deleted for good; null: never. */
export const retentionDays = z.nullable(z.int().check(z.minimum(1), z.maximum(RETENTION_DAYS_MAX)));

export const messagesPurged = event({
  name: "messages_purged",
  durable: true,
  supersedes: true,
  summary:
    "Old messages are gone for good: all up to a seq but those that are named, and quotes of them. The log before that seq is not complete any more",
  data: z.object({
    upToSeq: z.int(),
    /** They were written before this moment. */
    before: isoTime,
    /** Pinned messages, and tombstones of messages whose threads go on. */
    keptIds: z.array(messageId),
  }),
});
