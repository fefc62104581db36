import type { ChatState } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { isUnread } from "#web/features/sidebar/room-steps.ts";

interface UnreadRooms {
  /** Channels. */
  readonly rooms: readonly RoomId[];
  /** Conversations of two and groups. */
  readonly direct: readonly RoomId[];
}

/** The rooms that the list marks as unread, in its order; the same arrays until these are other rooms. */
export function createUnreadRooms() {
  let known: UnreadRooms = { rooms: [], direct: [] };
  let seen: ChatState["subscriptions"] | undefined;
  return ({ subscriptions, order }: Pick<ChatState, "subscriptions" | "order">): UnreadRooms => {
    // Most changes of the state are none of the rooms.
    if (subscriptions === seen) return known;
    seen = subscriptions;
    const unread = order.flatMap((roomId) => {
      const room = subscriptions.get(roomId);
      return room && isUnread(room) ? [room] : [];
    });
    const byKind = Map.groupBy(unread, ({ roomType }) => roomType === "channel");
    const [rooms = [], direct = []] = [true, false].map((isChannel) =>
      (byKind.get(isChannel) ?? []).map(({ roomId }) => roomId),
    );
    const isSame = String([rooms, "", direct]) === String([known.rooms, "", known.direct]);
    if (!isSame) known = { rooms, direct };
    return known;
  };
}
