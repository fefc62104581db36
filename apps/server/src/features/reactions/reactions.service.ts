import {
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  toEmoji,
  type ReactionAction,
  type ReplyOf,
} from "@colbin/protocol";
import { appendEvent, type Changes } from "#server/features/log/log.service.ts";
import { changeMessage, type MessageAddress } from "#server/features/messages/messages.access.ts";
import { notePart } from "#server/features/messages/messages.service.ts";
import { requireReach } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { countReactions, deleteReactions, insertReaction } from "./reactions.queries.ts";
import { reactionAddedKind, reactionRemovedKind, reactionsPart } from "./reactions.view.ts";

export interface ReactionDeps {
  readonly db: Db;
  readonly changes: Changes;
}

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
    const { tx, room, message } = change;
    requireReach(room);
    if (message.isDeleted || message.type === "system") throw new AppError("MESSAGE_NOT_REACTABLE");
    const key = { roomId: room.id, id: message.id, userId: actor.userId, emoji };
    const counts = await countReactions(tx, key);
    const isAdding = input.action === "add";
    const reactions = async () => (await reactionsPart.load(tx, [message])).get(message.id) ?? [];
    if (counts.isOwn === isAdding) return { messageId: message.id, reactions: await reactions() };
    const max = isAdding ? limitReached(counts) : undefined;
    if (max !== undefined) throw new AppError("REACTION_LIMIT_REACHED", { max });
    const event = { actorId: actor.userId, messageId: message.id, facts: { emoji } };
    const kind = isAdding ? reactionAddedKind : reactionRemovedKind;
    const seq = await appendEvent(change, room, kind, event);
    if (isAdding) await insertReaction(tx, key, seq);
    else await deleteReactions(tx, key);
    await notePart(change, message, { bit: reactionsPart.bit, stateSeq: seq });
    return { messageId: message.id, reactions: await reactions(), seq };
  });
}

type Counts = Awaited<ReturnType<typeof countReactions>>;

/** The limit that one more reaction would break (rules-messages 24). */
function limitReached({ own, isThere, distinct }: Counts): number | undefined {
  if (own >= REACTIONS_PER_PERSON_MAX) return REACTIONS_PER_PERSON_MAX;
  return !isThere && distinct >= REACTIONS_DISTINCT_MAX ? REACTIONS_DISTINCT_MAX : undefined;
}
