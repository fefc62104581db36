import { compareReactions } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withChangedMessage } from "./messages.ts";

/** The entry of one emoji is replaced by what it is now; without one, nobody is left. */
export function withReactionChange(
  state: ChatState,
  frame: EventFrame<"reaction_added"> | EventFrame<"reaction_removed">,
): ChatState {
  const { messageId, emoji, reactions: changed } = frame;
  return withChangedMessage(state, frame, messageId, (message) => {
    const others = message.reactions.filter((each) => each.emoji !== emoji);
    return { ...message, reactions: [...others, ...changed].toSorted(compareReactions) };
  });
}
