import { shownMessages, threadMessages, type ChatState, type VisibleMessage } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";

/** A message that is shown in the room, or that is loaded of a thread: replies may stand there alone. */
export function findLoaded(
  state: ChatState,
  roomId: RoomId,
  isIt: (message: VisibleMessage) => boolean,
): VisibleMessage | undefined {
  return (
    shownMessages(state, roomId).find(isIt) ??
    [...state.threads.keys()].flatMap((id) => threadMessages(state, id)).find(isIt)
  );
}
