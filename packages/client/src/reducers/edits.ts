import type { RoomId } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withChangedMessage, withCopy, withPreview } from "./messages.ts";

/** The content of a message changed; a frame without it repeats what came before. */
export function withEditedMessage(
  state: ChatState,
  { message }: EventFrame<"message_edited">,
  roomId: RoomId,
): ChatState {
  return message ? withCopy(state, roomId, message) : state;
}

/** Leaves the tombstone of a message. */
export function withDeletedMessage(
  state: ChatState,
  { messageId: id, seq }: EventFrame<"message_deleted">,
  roomId: RoomId,
): ChatState {
  const next = withChangedMessage(state, roomId, { id, seq }, (message) => ({
    ...message,
    content: "",
    metadata: {},
    reactions: [],
    isEdited: false,
    isDeleted: true,
  }));
  return withPreview(next, roomId, { id, stateSeq: seq, content: "" });
}
