/** Share of the longest message from which the characters are counted. */
export const COUNT_FROM = 0.9;
/** Suggestions that are shown at once. */
export const SUGGESTIONS_MAX = 8;
