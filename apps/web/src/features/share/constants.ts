/** Toasts of room actions stay 1.5 to 2 s (specification, section 9). */
export const SHARE_TOAST_MS = 2000;
