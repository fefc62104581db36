import type { ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withChangedMessage } from "./messages.ts";
import { withSubscription } from "./subscriptions.ts";

/** A message is pinned or not any more; the room knows how many are. */
export function withPinChange(state: ChatState, frame: EventFrame<"message_pinned">): ChatState {
  const { roomId, pin, pinCount, seq } = frame;
  const next = withChangedMessage(state, frame, (message) => ({ ...message, pin }));
  const subscription = next.subscriptions.get(roomId);
  if (!subscription || subscription.headSeq >= seq) return next;
  return withSubscription(next, { ...subscription, pinCount, pinsSeq: seq, headSeq: seq });
}
