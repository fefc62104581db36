import type { CommandShape, EndpointShape } from "@colbin/protocol";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";

/*
 * What a session that is bound to one room may ask for (rules-identity 24): the calls and frames that are declared as open to guests,
 * about that room, its people, and itself. Closed is all else: accounts, other rooms and people, whatever leads or lets in, and what
 * keeps something for later.
 */

/** Why such a session ended: by what became of the link, the room, or the place in it. */
export const GUEST_END = "guest access ended";

type Bound = Pick<Actor, "boundRoomId">;

/** FORBIDDEN for a session that is bound to a room, unless the call is open to guests; before the call looks at anything. */
export function requireOpenCall({ boundRoomId }: Bound, { openToGuests }: EndpointShape): void {
  if (boundRoomId !== null && !openToGuests) throw new AppError("FORBIDDEN");
}

/** The same of a frame. */
export function mayCommand({ boundRoomId }: Bound, { openToGuests }: CommandShape): boolean {
  return boundRoomId === null || openToGuests === true;
}
