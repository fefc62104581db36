import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { queryInteger } from "./kernel/paging.ts";
import { STATISTICS_DAYS, STATISTICS_DAYS_MAX } from "./limits.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

const count = z.int();

export const getMessageStatistics = endpoint({
  ...routes.getMessageStatistics,
  openToGuests: true,
  group: "messages",
  summary:
    "Counts of the messages of a room in the last days, today included; for its participants. May be a minute old",
  params: roomParams,
  query: z.strictObject({
    days: z._default(queryInteger(1, STATISTICS_DAYS_MAX), STATISTICS_DAYS),
    /** In which days begin; without it the one of the caller's preferences, else UTC. */
    timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  /** Of messages that have a number and are not deleted (rules-messages 51). */
  reply: z.object({
    days: count,
    totalMessages: count,
    /** Every day of the span, the oldest first; the date is 2026-11-26. */
    perDay: z.array(z.object({ date: z.string(), count })),
    /** The authors of the most messages, as they are called now. */
    topAuthors: z.array(
      z.object({
        authorId: userId,
        authorName: z.string(),
        authorAvatar: z.nullable(z.string()),
        count,
      }),
    ),
    /** To these messages. */
    reactions: count,
    /** Messages that are an image, a file or a recording. */
    files: count,
  }),
  limit: "statistics",
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT"],
});
