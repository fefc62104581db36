import * as z from "zod/mini";
import { roomId, userId } from "./kernel/ids.ts";

/** The people and rooms that a message names (rules-messages 32); the server reads them from its text. */
export const messageMentions = z.object({
  /** People of the room, and of its workspace. */
  userIds: z.array(userId),
  here: z.boolean(),
  all: z.boolean(),
  roomIds: z.array(roomId),
});
export type MessageMentions = z.infer<typeof messageMentions>;

export const mentionedPerson = z.object({ userId, fullName: z.string() });
export type MentionedPerson = z.infer<typeof mentionedPerson>;
