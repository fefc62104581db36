import * as z from "zod/mini";
import { command } from "./kernel/command.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { event, frame } from "./kernel/event.ts";
import { messageId, requestId, userId } from "./kernel/ids.ts";
import { EMOJI_MAX_LENGTH } from "./limits.ts";
import { changeErrors, eventSeq, messageParams } from "./messages.edits.ts";
import { reaction } from "./messages.ts";
import { roomSlug } from "./rooms.ts";
import { routes } from "./routes.ts";

export const reactionActions = ["add", "remove"] as const;
export type ReactionAction = (typeof reactionActions)[number];

const emoji = z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX_LENGTH));
/** All reactions of a message after a change. */
const changed = { messageId, reactions: z.array(reaction), seq: eventSeq };

const call = {
  group: "messages",
  params: messageParams,
  body: z.strictObject({ emoji }),
  reply: z.object(changed),
  limit: "reaction",
  errors: [...changeErrors, "EMOJI_INVALID", "MESSAGE_NOT_REACTABLE", "REACTION_LIMIT_REACHED"],
} as const;

export const addReaction = endpoint({
  ...routes.addReaction,
  openToGuests: true,
  ...call,
  summary: "Reacts with an emoji; again changes nothing",
});

export const removeReaction = endpoint({
  ...routes.removeReaction,
  openToGuests: true,
  ...call,
  summary: "Takes the own reaction with an emoji back; one that is not there changes nothing",
});

export const reactionCommand = command({
  type: "CLIENT_MESSAGE_REACTION",
  openToGuests: true,
  summary: "As the REST calls; answered by SERVER_REACTION_UPDATE",
  limit: call.limit,
  lane: { name: "reaction", per: "messageId" },
  frame: z.strictObject({
    type: z.literal("CLIENT_MESSAGE_REACTION"),
    requestId,
    sessionRoomSlug: roomSlug,
    messageId: messageParams.shape.id,
    emoji,
    action: z.enum(reactionActions),
  }),
  errors: call.errors,
});

const type = z.literal("SERVER_REACTION_UPDATE");
export const reactionUpdate = frame({
  type: "SERVER_REACTION_UPDATE",
  summary: "All reactions of a message, for the one whose command changed them",
  frame: z.object({ type, requestId, sessionRoomSlug: z.string(), ...changed }),
});

const shape = {
  durable: true,
  data: z.object({
    messageId,
    /** Who did what is told of no message that is deleted by now. */
    emoji: z.optional(z.string()),
    userId: z.optional(userId),
    userName: z.optional(z.string()),
    /** The entry of the changed emoji alone, as it is now; none where nobody is left. */
    reactions: z.array(reaction),
  }),
} as const;

export const reactionAdded = event({
  name: "reaction_added",
  summary: "Somebody reacted to a message",
  ...shape,
});

export const reactionRemoved = event({
  name: "reaction_removed",
  summary: "Somebody took a reaction back",
  ...shape,
});
