import * as z from "zod/mini";
import { isoTime, userId } from "./kernel/ids.ts";

export const reactionActions = ["add", "remove"] as const;
export type ReactionAction = (typeof reactionActions)[number];

/** All people who reacted to one message with one emoji (specification, section 3). */
export const reaction = z.object({
  emoji: z.string(),
  count: z.int(),
  users: z.array(userId),
  userNames: z.array(z.string()),
  timestamp: isoTime,
});
export type Reaction = z.infer<typeof reaction>;
