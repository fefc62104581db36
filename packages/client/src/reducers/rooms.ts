import { withEntry, type ChatState } from "../chat-state.ts";
import { withAddress } from "./addresses.ts";
import type { EventFrame } from "./event-frame.ts";
import { withoutRoom, withoutSubscription, withSubscription } from "./subscriptions.ts";

/**
 * The room itself changed: its address, what it says of itself, or whether it is there. An archived one is in no list, and one that
 * is deleted, or not to be looked at from outside any more, is gone.
 */
export function withRoomUpdate(state: ChatState, frame: EventFrame<"room_updated">): ChatState {
  const { sessionRoomSlug: address, seq, previousSlug, room, endsPreviews } = frame;
  const page = state.pages.get(address);
  if ((state.subscriptions.get(address)?.headSeq ?? page?.headSeq ?? -1) >= seq) return state;
  const { sessionRoomSlug: slug, roomName, description, accessType, status } = room;
  const next = previousSlug === undefined ? state : withAddress(state, previousSlug, slug);
  const known = next.subscriptions.get(slug);
  if (status === "DELETED" || (endsPreviews && !known)) return withoutRoom(next, slug);
  const isPrivate = accessType === "PRIVATE";
  const change = { description, accessType, isPrivate, status };
  // A group that nobody named is called after its people, for each of them by other names.
  const named = roomName === "" ? change : { ...change, roomName };
  const card = next.rooms.get(slug);
  const rooms = card ? withEntry(next.rooms, slug, { ...card, ...named }) : next.rooms;
  const told = { ...next, rooms };
  if (!known) return told;
  if (status !== "ACTIVE") return withoutSubscription(told, slug);
  return withSubscription(told, { ...known, ...named, headSeq: seq });
}
