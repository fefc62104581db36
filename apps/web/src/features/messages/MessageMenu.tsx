import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { messageEntries } from "./message-entries.ts";
import type { ListedMessage } from "./message-rows.ts";
import { useRoom, type ShownRoom } from "./room-context.ts";

/** The acts on a message, at the pointer, under a button, or as a sheet for fingers. */
export function MessageMenu({ message, ...place }: MenuPlace & { message: ListedMessage }) {
  const room = useRoom();
  const isOwners = useIsOwners(message, room, place.isOpen);
  const entries = place.isOpen ? messageEntries(message, room, isOwners) : [];
  return <MenuSurface {...place} entries={entries} />;
}

/** An ADMIN removes no message of an OWNER: they alone ask whose it is. */
function useIsOwners(
  { authorId }: ListedMessage,
  { roomId, slug, ownId }: ShownRoom,
  isOpen: boolean,
): boolean {
  const place = chat.store.getSnapshot().subscriptions.get(roomId);
  const isAsked = isOpen && place?.role === "ADMIN" && authorId !== ownId;
  const params = { slug, sessionUserId: authorId };
  const { data } = useCall("getParticipantAdmin", { params }, { isOff: !isAsked });
  return isAsked && data?.accessLevel === "OWNER";
}
