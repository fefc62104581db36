import type { MessageId } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { toPreview, withChangedMessage } from "./messages.ts";
import { withSubscription } from "./subscriptions.ts";

/** A list of rooms that was read after the event has its text already. */
function withPreview(
  state: ChatState,
  { sessionRoomSlug: slug, seq }: { readonly sessionRoomSlug: string; readonly seq: number },
  id: MessageId,
  text: string,
): ChatState {
  const subscription = state.subscriptions.get(slug);
  const last = subscription?.lastMessage;
  if (!subscription || last?.id !== id || seq <= subscription.headSeq) return state;
  return withSubscription(state, { ...subscription, lastMessage: { ...last, text } });
}

/** The content of a message changed; a frame without it repeats what came before. */
export function withEditedMessage(
  state: ChatState,
  frame: EventFrame<"message_edited">,
): ChatState {
  const { message, messageId } = frame;
  if (!message) return state;
  const next = withChangedMessage(state, frame, messageId, () => message);
  return withPreview(next, frame, messageId, toPreview(message)?.text ?? "");
}

/** Leaves the tombstone of a message. */
export function withDeletedMessage(
  state: ChatState,
  frame: EventFrame<"message_deleted">,
): ChatState {
  const next = withChangedMessage(state, frame, frame.messageId, (message) => ({
    ...message,
    content: "",
    metadata: {},
    reactions: [],
    isEdited: false,
    isDeleted: true,
  }));
  return withPreview(next, frame, frame.messageId, "");
}
