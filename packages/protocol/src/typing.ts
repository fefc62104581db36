import * as z from "zod/mini";
import { plainCommand } from "./kernel/command.ts";
import { event } from "./kernel/event.ts";
import { messageId, userId } from "./kernel/ids.ts";
import { roomSlug } from "./rooms.ts";

/** The key is written roomSlug here, as the specification has it. */
export const typingCommand = plainCommand({
  type: "CLIENT_TYPING",
  openToGuests: true,
  summary: "I started or stopped typing; never stored, never answered",
  frame: z.strictObject({
    type: z.literal("CLIENT_TYPING"),
    roomSlug,
    isTyping: z.boolean(),
    /** The root of the thread in which it is; without it: in the room. */
    threadId: z.optional(messageId),
  }),
  lane: { name: "typing", per: "roomSlug" },
  isSilent: true,
  errors: [],
});

export const userTyping = event({
  name: "user_typing",
  durable: false,
  summary: "Somebody started or stopped typing",
  data: z.object({
    userId,
    userName: z.string(),
    isTyping: z.boolean(),
    threadId: z.optional(messageId),
  }),
});
