import type { RoomCard, Subscription } from "@colbin/protocol";
import type { NavigateFunction } from "react-router";
import { copyRoomLink } from "#web/features/share/copy-room-link.ts";
import { hideRoom, unarchiveRoom } from "./ending.ts";
import type { RoomAct } from "./room-acts.ts";
import { askOfRoom } from "./room-asks.ts";
import { showDetails } from "./shown-details.ts";

/** Does it, or asks first. */
export function runRoomAct(
  act: RoomAct,
  room: Subscription | RoomCard,
  navigate: NavigateFunction,
): void {
  const { sessionRoomSlug: slug } = room;
  switch (act) {
    case "copyLink":
      return void copyRoomLink(slug);
    case "details":
      return showDetails(room, (path) => void navigate(path));
    case "hide":
      return void hideRoom(slug, navigate);
    case "unarchive":
      return void unarchiveRoom(slug);
    default:
      return askOfRoom(act, room);
  }
}
