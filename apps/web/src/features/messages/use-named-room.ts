import type { RoomId } from "@colbin/protocol";
import { useEffect } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";

/** A room that a message names, as it is called now; undefined where the reader does not see it, and until that is known. */
export function useNamedRoom(roomId: RoomId) {
  useEffect(() => {
    // The other rooms of the workspace are hidden from link guests.
    if (!isLinkGuest()) chat.rooms.know([roomId]);
  }, [roomId]);
  return useStore(
    chat.store,
    ({ subscriptions, rooms }) => subscriptions.get(roomId) ?? rooms.get(roomId),
  );
}
