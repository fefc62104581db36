import type { RoomCard, Subscription } from "@colbin/protocol";
import { roomPath } from "#web/lib/room-path.ts";
import { showingDetails } from "./actions.ts";
import { isOnScreen } from "./leaving.ts";

/** The room whose details were open last: another address of it does not close them. */
let detailed: string | undefined;

export function hasDetails(roomId: string): boolean {
  return detailed === roomId;
}

export function setDetailed(roomId: string | undefined): void {
  detailed = roomId;
}

/** Shows the details of a room, beside its messages. */
export function showDetails(
  { roomId, sessionRoomSlug: slug }: Pick<Subscription | RoomCard, "roomId" | "sessionRoomSlug">,
  navigate: (path: string) => void,
): void {
  if (isOnScreen(slug) && showingDetails.when()) return showingDetails.run();
  setDetailed(roomId);
  navigate(roomPath(slug));
}
