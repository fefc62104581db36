import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { messageEntries } from "./message-entries.ts";
import type { ListedMessage } from "./message-rows.ts";
import { useRoom } from "./room-context.ts";

/** The acts on a message, at the pointer, under a button, or as a sheet for fingers. */
export function MessageMenu({ message, ...place }: MenuPlace & { message: ListedMessage }) {
  const room = useRoom();
  return <MenuSurface {...place} entries={place.isOpen ? messageEntries(message, room) : []} />;
}
