import { threadMessages, visibleMessages, type VisibleMessage } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";
import { editWindow } from "./edit-window.ts";
import { rightsOn, standingOf } from "./message-rights.ts";
import { beginEdit } from "./message-edits.ts";

interface Place {
  readonly roomId: RoomId;
  /** The root of the thread whose replies are meant; else those of the room are. */
  readonly rootId?: MessageId;
}

/**
 * Begins to change the own last message that can be changed. One that is on its way to the server must arrive first: it is waited
 * for as long as it is the last and the person still wants it.
 */
export function editLast(place: Place, isWanted: () => boolean): void {
  const awaited = findLast(place);
  if (!awaited || !isWanted() || beginIfThere(awaited)) return;
  const stop = chat.store.subscribe(() => {
    const last = findLast(place);
    if (last?.key !== awaited.key || !isWanted() || beginIfThere(last)) stop();
  });
}

/** The last that may be changed, now or once it has arrived. */
function findLast({ roomId, rootId }: Place): VisibleMessage | undefined {
  const state = chat.store.getSnapshot();
  const standing = standingOf(
    state.currentUser?.id,
    state.subscriptions.get(roomId),
    editWindow.getSnapshot(),
  );
  const replies = rootId && threadMessages(state, rootId).filter(({ id }) => id !== rootId);
  return (replies ?? visibleMessages(state, roomId)).findLast(
    (each) => rightsOn({ ...each, clientMessageId: null }, standing).mayEdit && !each.failure,
  );
}

function beginIfThere(message: VisibleMessage): boolean {
  if (message.clientMessageId !== null) return false;
  // It stands among the newest messages, which need not be shown.
  if (message.msgNo !== null) chat.messages.showNewest(message.roomId);
  beginEdit(message);
  return true;
}
