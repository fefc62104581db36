import { withEntry, type ChatState } from "../chat-state.ts";
import { withAddresses } from "./addresses.ts";
import type { EventFrame } from "./event-frame.ts";
import { withoutRoom, withoutSubscription, withSubscription } from "./subscriptions.ts";

/**
 * The room itself changed: its address, what it says of itself, or whether it is there. An archived one is in no list, and one that
 * is deleted, or not to be looked at from outside any more, is gone.
 */
export function withRoomUpdate(state: ChatState, frame: EventFrame<"room_updated">): ChatState {
  const { roomId, seq, room, endsPreviews } = frame;
  const known = state.subscriptions.get(roomId);
  if ((known?.headSeq ?? state.pages.get(roomId)?.headSeq ?? -1) >= seq) return state;
  const { sessionRoomSlug, roomName, description, avatar_url, accessType, status } = room;
  const next = withAddresses(state, [{ roomId, sessionRoomSlug }]);
  if (status === "DELETED" || (endsPreviews && !known)) return withoutRoom(next, roomId);
  const isPrivate = accessType === "PRIVATE";
  const picture = avatar_url !== undefined && { avatar_url };
  const change = { sessionRoomSlug, description, accessType, isPrivate, status, ...picture };
  // A group that nobody named is called after its people, for each of them by other names.
  const named = roomName === "" ? change : { ...change, roomName };
  const card = next.rooms.get(roomId);
  const rooms = card ? withEntry(next.rooms, roomId, { ...card, ...named }) : next.rooms;
  const told = { ...next, rooms };
  if (!known) return told;
  if (status !== "ACTIVE") return withoutSubscription(told, roomId);
  const { pinnedBy } = room.settings;
  return withSubscription(told, { ...known, ...named, pinnedBy, headSeq: seq });
}
