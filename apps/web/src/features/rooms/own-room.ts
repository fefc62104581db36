import type { ChatState } from "@colbin/client";
import type { RoomCard, Subscription } from "@colbin/protocol";

/** A room with the level of the person, wherever it is known from. */
export function withOwnLevel<R extends Subscription | RoomCard>(room: R) {
  return { ...room, level: "role" in room ? room.role : room.accessLevel };
}

/** The room that is on the screen, where the person is in it. */
export function shownOwnRoom({ activeRoomId, subscriptions, rooms }: ChatState) {
  if (activeRoomId === null) return undefined;
  const room = subscriptions.get(activeRoomId) ?? rooms.get(activeRoomId);
  return room && withOwnLevel(room).level !== null ? room : undefined;
}
