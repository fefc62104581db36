import type { AccessChanged } from "@colbin/protocol";
import { withEntry, type ChatState } from "../chat-state.ts";
import { roomKeyOf } from "./addresses.ts";

/** The person themself asked, was invited or was answered: the card of the room says so. Coming in and going is told by its events. */
export function withAccessChange(
  state: ChatState,
  { sessionRoomSlug, sessionUserId, accessStatus }: AccessChanged,
): ChatState {
  const card = state.rooms.get(roomKeyOf(state, sessionRoomSlug));
  if (!card || sessionUserId !== state.currentUser?.id) return state;
  return { ...state, rooms: withEntry(state.rooms, card.roomId, { ...card, accessStatus }) };
}
