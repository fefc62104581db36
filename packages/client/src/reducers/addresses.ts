import type { RoomId } from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState } from "../chat-state.ts";

interface Addressed {
  readonly roomId: RoomId;
  readonly sessionRoomSlug: string;
}

/** The room of an address, be it the present one or a former one; undefined for one of which nothing was told yet. */
export function roomIdOf({ addresses }: ChatState, slug: string): RoomId | undefined {
  return addresses.get(slug);
}

/** As roomIdOf; until a room is known its address stands for it, and what is told of it or left for it waits under that. */
export function roomKeyOf(state: ChatState, slug: string): RoomId {
  return roomIdOf(state, slug) ?? (slug as RoomId);
}

/** The address under which the server is asked for a room; `otherwise` for one that is not known. */
export function addressOf(
  { subscriptions, rooms, addresses }: ChatState,
  roomId: RoomId,
  otherwise: string = roomId,
): string {
  const known = subscriptions.get(roomId) ?? rooms.get(roomId);
  const last = (): string | undefined => [...addresses].findLast(([, id]) => id === roomId)?.[0];
  return known?.sessionRoomSlug ?? last() ?? otherwise;
}

/** These rooms have these addresses now; former ones go on leading to them. Entries that waited under an address come to its room. */
export function withAddresses(before: ChatState, rooms: readonly Addressed[]): ChatState {
  const news = rooms.filter((room) => roomIdOf(before, room.sessionRoomSlug) !== room.roomId);
  if (news.length === 0) return before;
  const addresses = new Map(before.addresses);
  let { pending } = before;
  for (const { sessionRoomSlug: slug, roomId } of news) {
    // The last one of a room is the present one.
    addresses.delete(slug);
    addresses.set(slug, roomId);
    const waiting = pending.get(slug as RoomId);
    if (!waiting) continue;
    const list = [...waiting.map((each) => ({ ...each, roomId })), ...(pending.get(roomId) ?? [])];
    pending = withEntry(withoutEntry(pending, slug as RoomId), roomId, list);
  }
  return { ...before, addresses, pending };
}
