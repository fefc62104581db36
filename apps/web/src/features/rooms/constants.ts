/** Badge of the open room: gone after this (specification, section 4). */
export const ACTIVE_BADGE_CLEAR_MS = 500;
/** Badges of other channels show a new count after this (specification, section 4). */
export const CHANNEL_BADGE_DELAY_MS = 2000;
/** Toasts of room actions stay 1.5 to 2 s (specification, section 9). */
export const ROOM_TOAST_MS = 2000;
/** Rooms that the welcome screen offers. */
export const PUBLIC_ROOMS_SHOWN = 100;
