import type { ChatState } from "@colbin/client";
import { isUnread } from "#web/features/sidebar/room-steps.ts";

interface UnreadRooms {
  /** Channels. */
  readonly rooms: readonly string[];
  /** Conversations of two and groups. */
  readonly direct: readonly string[];
}

/** Addresses of the rooms that the list marks as unread, in its order; the same arrays until these are other rooms. */
export function createUnreadRooms() {
  let known: UnreadRooms = { rooms: [], direct: [] };
  return ({ subscriptions, order }: Pick<ChatState, "subscriptions" | "order">): UnreadRooms => {
    const unread = order.flatMap((slug) => {
      const room = subscriptions.get(slug);
      return room && isUnread(room) ? [room] : [];
    });
    const slugs = Map.groupBy(unread, ({ roomType }) => roomType === "channel");
    const [rooms = [], direct = []] = [true, false].map((isChannel) =>
      (slugs.get(isChannel) ?? []).map(({ sessionRoomSlug }) => sessionRoomSlug),
    );
    const isSame = String([rooms, "", direct]) === String([known.rooms, "", known.direct]);
    if (!isSame) known = { rooms, direct };
    return known;
  };
}
