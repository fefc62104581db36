import type { RoomCard, Subscription } from "@colbin/protocol";

/** A dialog about a room. */
export interface RoomQuestion {
  readonly room: Subscription | RoomCard;
  readonly onClose: () => void;
}
