import type { Message, RemovedBy } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withChangedMessage, withCopy, withPreview, withQuoted } from "./messages.ts";

/** The content of a message changed; a frame without it repeats what came before. */
export function withEditedMessage(
  state: ChatState,
  { roomId, message }: EventFrame<"message_edited">,
): ChatState {
  return message ? withCopy(state, roomId, message) : state;
}

/** The message as it is once it is deleted. */
export function toTombstone<M extends Pick<Message, "content">>(
  message: M,
  removedBy?: RemovedBy,
): M {
  const parts = {
    pin: undefined,
    quote: undefined,
    forward: undefined,
    poll: undefined,
    mentioned: undefined,
    previews: undefined,
    files: undefined,
    revision: undefined,
  };
  const emptied = { content: "", metadata: {}, reactions: [], ...parts };
  const by = removedBy && { removedBy };
  return { ...message, ...emptied, isEdited: false, isDeleted: true, ...by };
}

/** Leaves the tombstone of a message. */
export function withDeletedMessage(
  state: ChatState,
  frame: EventFrame<"message_deleted">,
): ChatState {
  const { roomId, messageId: id, seq: stateSeq, removedBy } = frame;
  const next = withChangedMessage(state, frame, (message) => toTombstone(message, removedBy));
  const tombstone = { id, stateSeq, content: "", metadata: {} };
  const quoted = withQuoted(next, roomId, { ...tombstone, isDeleted: true, removedBy });
  return withPreview(quoted, roomId, tombstone);
}
