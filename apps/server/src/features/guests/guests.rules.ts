import {
  GUESTS_BY_LINK_HOUR,
  toRoomSettings,
  type ChosenRoomSettings,
  type RoomAccessType,
  type RoomType,
  type Status,
} from "@colbin/protocol";

const HOUR_MS = 60 * 60_000;

interface Hosting {
  readonly roomType: RoomType;
  readonly accessType: RoomAccessType;
  readonly status: Status;
  readonly settings: ChosenRoomSettings;
  readonly isGeneral: boolean;
}

interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** A channel that is not PRIVATE, in use, and allows guests (rules-rooms 39). */
export function takesGuests(room: Hosting): boolean {
  const isOpen = room.roomType === "channel" && room.accessType !== "PRIVATE";
  return isOpen && room.status === "ACTIVE" && toRoomSettings(room).allowGuests;
}

/** Guests who come by one link. */
export function linkLimit(linkId: string): Limit {
  return { key: `guests by ${linkId}`, max: GUESTS_BY_LINK_HOUR, windowMs: HOUR_MS };
}
