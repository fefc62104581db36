import type { RoomCard, RoomId } from "@colbin/protocol";
import { initialChatState, type ChatState } from "../chat-state.ts";
import { withAddresses } from "./addresses.ts";
import { withRoomLeft } from "./messages.ts";
import { withPendingUpTo } from "./pending.ts";

/** Chooses the room on the screen; selecting a room clears the selected message (specification, section 4). The one that is left is cut. */
export function withActiveRoom(state: ChatState, roomId: RoomId | null): ChatState {
  const left = state.activeRoomId;
  if (left === roomId) return state;
  const next = left === null ? state : withRoomLeft(state, left);
  return { ...next, activeRoomId: roomId, selectedMessageId: null, keptUnread: null };
}

/** Cards that were read replace the ones known of the same rooms. */
export function withRoomCards(state: ChatState, cards: readonly RoomCard[]): ChatState {
  if (cards.length === 0) return state;
  const rooms = new Map(state.rooms);
  for (const card of cards) rooms.set(card.roomId, card);
  return withAddresses({ ...state, rooms }, cards);
}

/** The person is in another workspace: addresses repeat there, and what is open is no room of it. */
export function withoutPlace(state: ChatState): ChatState {
  return { ...state, addresses: new Map(), activeRoomId: null };
}

/**
 * The log began anew (restored from a backup): nothing that was read before counts, and no acknowledgement either. Unsent
 * messages and addresses stay.
 */
export function withoutCaches(before: ChatState): ChatState {
  const state = [...before.pending.keys()].reduce(
    (next, roomId) => withPendingUpTo(next, roomId, Number.POSITIVE_INFINITY),
    before,
  );
  const { currentUser, connectionStatus, connectionError, pending } = state;
  const { activeRoomId, addresses, searchQuery, sidebarOpen, notifications } = state;
  // They are of the account, and read anew with the next connection.
  const kept = { currentUser, connectionStatus, connectionError, pending, notifications };
  return { ...initialChatState, ...kept, addresses, activeRoomId, searchQuery, sidebarOpen };
}
