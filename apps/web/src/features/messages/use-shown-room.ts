import type { RoomId } from "@colbin/protocol";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { editWindow } from "./edit-window.ts";
import { standingOf } from "./message-rights.ts";
import type { ShownRoom } from "./room-context.ts";

/** A room as the rows of its messages need it: the same object for as long as nothing of it changes, unlike a subscription. */
export function useShownRoom(roomId: RoomId): ShownRoom {
  const ownId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  const slug = useStore(
    chat.store,
    ({ subscriptions, rooms }) =>
      (subscriptions.get(roomId) ?? rooms.get(roomId))?.sessionRoomSlug ?? "",
  );
  const role = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId)?.role);
  const status = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId)?.status);
  const pinnedBy = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId)?.pinnedBy);
  const editMinutes = useStore(editWindow, (minutes) => minutes);
  const place = role && status && pinnedBy && { role, status, pinnedBy };
  return { roomId, slug, ...standingOf(ownId, place, editMinutes) };
}
