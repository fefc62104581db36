import type { RoomType } from "@colbin/protocol";

/** Badge of the open room: gone after this (specification, section 4). */
export const ACTIVE_BADGE_CLEAR_MS = 500;
/** Badges of the other rooms show a new count after this (specification, section 4). */
export const BADGE_DELAY_MS: Record<RoomType, number> = {
  channel: 2000,
  direct: 1500,
  saved: 1500,
  group: 1800,
};
/** The same in a room that never rests for that long. */
export const BADGE_MAX_WAIT_MS = 4000;
/** Rooms up to which the sidebar draws all of them. */
export const ROOMS_DRAWN_WHOLE = 100;
/** How long the order of the rooms stands still. */
export const ORDER_MS = 1000;
