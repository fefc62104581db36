import type { RoomCard, Subscription } from "@colbin/protocol";
import { roomPath } from "#web/lib/room-path.ts";
import { showingDetails } from "./actions.ts";
import { isOnScreen } from "./leaving.ts";

export type DetailsTab = "about" | "members" | "requests" | "settings";

/** The room whose details were open last, and at which part: another address of it does not close them. */
let detailed: { readonly roomId: string; readonly tab: DetailsTab } | undefined;

/** The part at which the details of this room are open; undefined where they are not. */
export function detailsOf(roomId: string): DetailsTab | undefined {
  return detailed?.roomId === roomId ? detailed.tab : undefined;
}

export function setDetailed(next: typeof detailed): void {
  detailed = next;
}

/** Shows the details of a room, beside its messages. */
export function showDetails(
  { roomId, sessionRoomSlug: slug }: Pick<Subscription | RoomCard, "roomId" | "sessionRoomSlug">,
  navigate: (path: string) => void,
): void {
  if (isOnScreen(slug) && showingDetails.when()) return showingDetails.run();
  setDetailed({ roomId, tab: "about" });
  navigate(roomPath(slug));
}
