import {
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  emojiNameOf,
  toReaction,
  type ReactionAction,
  type ReplyOf,
} from "@colbin/protocol";
import { isKnownEmoji } from "#server/features/emoji/emoji.service.ts";
import {
  changeMessage,
  isMessageId,
  type MessageAddress,
  type MessageChangeDeps,
} from "#server/features/messages/messages.access.ts";
import { requireReach } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { countReactions, type ReactionCounts } from "./reactions.queries.ts";
import type { Reactions } from "./writing.service.ts";

export interface ReactionDeps extends MessageChangeDeps {
  readonly reactions: Reactions;
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
  const emoji = toReaction(input.emoji);
  if (emoji === undefined) throw new AppError("EMOJI_INVALID");
  const wish = { isAdding: input.action === "add", emoji };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer =
      (await write(deps, actor, address, wish)) ?? (await explain(deps, actor, address, wish));
    if (answer) return answer;
  }
  throw new AppError("CONFLICT");
}

/** One more than somebody can change it between the try and the look at why nothing was written. */
const TRIES_MAX = 3;

interface Wish {
  readonly isAdding: boolean;
  readonly emoji: string;
}

/** Undefined where nothing was written. */
async function write(
  { reactions }: ReactionDeps,
  { userId, workspaceId, boundRoomId }: Actor,
  { slug, id }: MessageAddress,
  wish: Wish,
): Promise<ReplyOf<"addReaction"> | undefined> {
  // PostgreSQL holds no NUL in a text, so no room has such an address.
  if (!isMessageId(id) || slug.includes("\0")) return undefined;
  return reactions.write({ workspaceId, slug, boundRoomId, id, userId, ...wish });
}

/**
 * Why nothing was written: throws the refusal, or answers where there was nothing to do. Undefined where it may be written by now.
 */
function explain(
  deps: ReactionDeps,
  actor: Actor,
  address: MessageAddress,
  { isAdding, emoji }: Wish,
): Promise<ReplyOf<"addReaction"> | undefined> {
  return changeMessage(deps, actor, address, async ({ tx, room, message, show }) => {
    requireReach(room);
    if (message.isDeleted || message.type === "system") throw new AppError("MESSAGE_NOT_REACTABLE");
    const key = { roomId: room.id, id: message.id, userId: actor.userId, emoji };
    const counts = await countReactions(tx, key);
    if (counts.isOwn === isAdding)
      return { messageId: message.id, reactions: (await show(message)).reactions };
    const name = emojiNameOf(emoji);
    const isKnown = name === undefined || (await isKnownEmoji(tx, actor.workspaceId, name));
    // A reaction that nobody can add any more is still taken back.
    if (isAdding && !isKnown) throw new AppError("EMOJI_INVALID");
    const max = isAdding ? limitReached(counts) : undefined;
    if (max !== undefined) throw new AppError("REACTION_LIMIT_REACHED", { max });
    return undefined;
  });
}

/** The limit that one more reaction would break (rules-messages 24). */
function limitReached({ own, isThere, distinct }: ReactionCounts): number | undefined {
  if (own >= REACTIONS_PER_PERSON_MAX) return REACTIONS_PER_PERSON_MAX;
  return !isThere && distinct >= REACTIONS_DISTINCT_MAX ? REACTIONS_DISTINCT_MAX : undefined;
}
