import type { RoomCard } from "@colbin/protocol";
import { initialChatState, type ChatState } from "../chat-state.ts";
import { withRoomLeft } from "./messages.ts";
import { withPendingUpTo } from "./pending.ts";

/** Chooses the room on the screen; selecting a room clears the selected message (specification, section 4). The one that is left is cut. */
export function withActiveRoom(state: ChatState, slug: string | null): ChatState {
  const left = state.activeRoomSlug;
  if (left === slug) return state;
  const next = left === null ? state : withRoomLeft(state, left);
  return { ...next, activeRoomSlug: slug, selectedMessageId: null, keptUnread: null };
}

/** Cards that were read replace the ones known of the same rooms. */
export function withRoomCards(state: ChatState, cards: readonly RoomCard[]): ChatState {
  if (cards.length === 0) return state;
  const rooms = new Map(state.rooms);
  for (const card of cards) rooms.set(card.sessionRoomSlug, card);
  return { ...state, rooms };
}

/**
 * The log began anew (restored from a backup): nothing that was read before counts, and no acknowledgement either. Unsent
 * messages stay.
 */
export function withoutCaches(before: ChatState): ChatState {
  const state = [...before.pending.keys()].reduce(
    (next, slug) => withPendingUpTo(next, slug, Number.POSITIVE_INFINITY),
    before,
  );
  const { currentUser, connectionStatus, connectionError, pending } = state;
  const { activeRoomSlug, searchQuery, sidebarOpen, notifications } = state;
  // They are of the account, and read anew with the next connection.
  const kept = { currentUser, connectionStatus, connectionError, pending, notifications };
  return { ...initialChatState, ...kept, activeRoomSlug, searchQuery, sidebarOpen };
}
