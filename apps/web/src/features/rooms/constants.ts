/** Toasts of room actions stay 1.5 to 2 s (specification, section 9). */
export const ROOM_TOAST_MS = 2000;
/** Rooms that the welcome screen reads at a time. */
export const PUBLIC_ROOMS_PAGE = 100;
