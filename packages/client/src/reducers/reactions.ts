import { areCut, compareReactions, type UserId } from "@colbin/protocol";
import type { ChatState, KnownMessage } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withChangedMessage } from "./messages.ts";

/** The entry of one emoji is replaced by what it is now; without one, nobody is left. */
export function withReactionChange(
  state: ChatState,
  frame: EventFrame<"reaction_added"> | EventFrame<"reaction_removed">,
): ChatState {
  const { emoji, reactions: changed } = frame;
  if (emoji === undefined) return state;
  const isOwn = frame.userId === state.currentUser?.id;
  return withChangedMessage(state, frame, (message) => {
    const others = message.reactions.filter((each) => each.emoji !== emoji);
    const reactions = [...others, ...changed].toSorted(compareReactions);
    if (!isOwn || !areCut(reactions)) return { ...message, reactions };
    const known = message.reactions.map((each) => each.emoji);
    const own = known.filter((each) => each !== emoji && hasReacted(message, each, frame.userId));
    const isAdded = frame.event === "reaction_added";
    const ownReactions = isAdded ? [...own, emoji] : own;
    return { ...message, reactions, personal: { ...message.personal, ownReactions } };
  });
}

/** Is there a reaction of this person with this emoji? */
export function hasReacted(
  { reactions, personal }: Pick<KnownMessage, "reactions" | "personal">,
  emoji: string,
  userId: UserId | undefined,
): boolean {
  const users = reactions.find((each) => each.emoji === emoji)?.users ?? [];
  const isOwn = personal?.ownReactions?.includes(emoji) ?? false;
  return isOwn || users.some((each) => each === userId);
}
