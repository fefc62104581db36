import type { VisibleMessage } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";
import { findLoaded } from "./find-loaded.ts";
import { focusedMessage, focusedThread, isOnMessage } from "./actions.ts";
import { editWindow } from "./edit-window.ts";
import { rightsOn, standingOf, type Standing } from "./message-rights.ts";

/** The message that has the focus, in the room that is shown. */
function findFocused(): VisibleMessage | undefined {
  const key = isOnMessage() ? focusedMessage()?.dataset.message : undefined;
  if (key === undefined) return undefined;
  const state = chat.store.getSnapshot();
  const { activeRoomId: roomId } = state;
  return roomId ? findLoaded(state, roomId, (each) => each.key === key) : undefined;
}

/** The person in the room that is shown. */
export function standingNow(): Standing {
  const { activeRoomId, currentUser, subscriptions } = chat.store.getSnapshot();
  const place = activeRoomId ? subscriptions.get(activeRoomId) : undefined;
  const standing = standingOf(currentUser?.id, place, editWindow.getSnapshot());
  return { ...standing, threadId: focusedThread() };
}

/** Has the person this right on the message that has the focus? */
export function mayOnFocused(right: keyof ReturnType<typeof rightsOn>): boolean {
  const message = findFocused();
  return message !== undefined && rightsOn(message, standingNow())[right];
}

export function doWithFocused(act: (message: VisibleMessage) => void | Promise<void>) {
  const message = findFocused();
  return message ? act(message) : undefined;
}
