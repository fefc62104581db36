import type { RoomCard, Subscription } from "@colbin/protocol";
import type { NavigateFunction } from "react-router";
import { isOnScreen } from "#web/features/rooms/leaving.ts";
import { askOfRoom } from "#web/features/rooms/room-asks.ts";
import { copyRoomLink } from "#web/features/share/copy-room-link.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { openSide, sidePath } from "#web/lib/routing/side.ts";
import { hideRoom, unarchiveRoom } from "./ending.ts";
import type { RoomAct } from "./room-acts.ts";

const details = { name: "details", at: "about" } as const;

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
      if (isOnScreen(slug)) return openSide(details);
      return void navigate(sidePath(roomPath(slug), details));
    case "hide":
      return void hideRoom(slug, navigate);
    case "unarchive":
      return void unarchiveRoom(slug);
    default:
      return askOfRoom(act, room);
  }
}
