import {
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  toEmoji,
  type ReactionAction,
  type ReplyOf,
} from "@colbin/protocol";
import { appendEvent } from "#server/features/log/log.service.ts";
import {
  changeMessage,
  type MessageAddress,
  type MessageChangeDeps,
} from "#server/features/messages/messages.access.ts";
import { requireReach } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { deleteReaction, insertReaction, type ReactionCounts } from "./reactions.queries.ts";
import { reactionAddedKind, reactionRemovedKind, reactionsPart } from "./reactions.view.ts";

export type ReactionDeps = MessageChangeDeps;

/**
 * Adds the caller's reaction to a message or takes it back, whatever their level in the room; repeating it changes nothing and has
 * no seq (rules-messages 23, 24). Answers with all reactions of the message.
 */
export async function react(
  deps: ReactionDeps,
  actor: Actor,
  address: MessageAddress,
  input: { readonly action: ReactionAction; readonly emoji: string },
): Promise<ReplyOf<"addReaction">> {
  const emoji = toEmoji(input.emoji);
  if (emoji === undefined) throw new AppError("EMOJI_INVALID");
  return changeMessage(deps, actor, address, async (change) => {
    const { tx, room, message, show } = change;
    requireReach(room);
    if (message.isDeleted || message.type === "system") throw new AppError("MESSAGE_NOT_REACTABLE");
    const key = { roomId: room.id, id: message.id, userId: actor.userId, emoji };
    const isAdding = input.action === "add";
    const write = isAdding ? insertReaction : deleteReaction;
    const { stateSeq, ...counts } = await write(tx, key, reactionsPart.bit);
    if (stateSeq === null) {
      const max = isAdding && !counts.isOwn ? limitReached(counts) : undefined;
      if (max !== undefined) throw new AppError("REACTION_LIMIT_REACHED", { max });
      return { messageId: message.id, reactions: (await show(message)).reactions };
    }
    const event = { actorId: actor.userId, messageId: message.id, facts: { emoji } };
    const kind = isAdding ? reactionAddedKind : reactionRemovedKind;
    const seq = await appendEvent(change, room, kind, event);
    const changed = { ...message, stateSeq, parts: message.parts | reactionsPart.bit };
    return { messageId: message.id, reactions: (await show(changed)).reactions, seq };
  });
}

/** The limit that one more reaction would break (rules-messages 24). */
function limitReached({ own, isThere, distinct }: ReactionCounts): number | undefined {
  if (own >= REACTIONS_PER_PERSON_MAX) return REACTIONS_PER_PERSON_MAX;
  return !isThere && distinct >= REACTIONS_DISTINCT_MAX ? REACTIONS_DISTINCT_MAX : undefined;
}
