/** The end came into sight: read after this (specification, section 4). */
export const READ_AFTER_END_MS = 500;
/** Something arrived at the end that was in sight: read after this (specification, section 4). */
export const READ_ARRIVAL_MS = 2000;
