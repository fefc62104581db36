import { GUESTS_BY_LINK_HOUR, toRoomSettings } from "@colbin/protocol";
import type { Limit } from "#server/features/auth/limits.rules.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";

const HOUR_MS = 60 * 60_000;

type Hosting = Pick<RoomRow, "roomType" | "accessType" | "status" | "settings" | "isGeneral">;

/** A channel that is not PRIVATE, in use, and allows guests (rules-rooms 39). */
export function takesGuests(room: Hosting): boolean {
  const isOpen = room.roomType === "channel" && room.accessType !== "PRIVATE";
  return isOpen && room.status === "ACTIVE" && toRoomSettings(room).allowGuests;
}

/** Guests who come by one link. */
export function linkLimit(linkId: string): Limit {
  return { key: `guests by ${linkId}`, max: GUESTS_BY_LINK_HOUR, windowMs: HOUR_MS };
}

/** What one network address does with guest links. */
export function addressLimit(what: "signs in" | "looks", address: string, max: number): Limit {
  return { key: `guest ${what} from ${address}`, max, windowMs: HOUR_MS };
}
