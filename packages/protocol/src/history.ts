import * as z from "zod/mini";
import { roomEventEntry } from "./events.ts";
import { frame } from "./kernel/event.ts";
import { requestId } from "./kernel/ids.ts";
import { message, personal } from "./messages.ts";

const historyBase = {
  type: z.literal("SERVER_MESSAGE_HISTORY"),
  sessionRoomSlug: z.string(),
  headSeq: z.int(),
  hasMore: z.boolean(),
  requestId: z.optional(requestId),
};

export const historyModes = ["page", "resume"] as const;

/** `page`: messages as the list call; `resume`: every durable event after the client's seq, or `truncated`. */
export const messageHistory = frame({
  type: "SERVER_MESSAGE_HISTORY",
  summary: "A page of messages, or what was missed",
  frame: z.union([
    z.object({
      ...historyBase,
      mode: z.literal("page"),
      messages: z.array(message),
      nextCursor: z.nullable(z.string()),
      personal,
    }),
    z.object({
      ...historyBase,
      mode: z.literal("resume"),
      /** In order of seq, without gaps. */
      events: z.array(roomEventEntry),
      nextCursor: z.null(),
      /** Too much was missed: reload the room. */
      truncated: z.optional(z.boolean()),
    }),
  ]),
});
