/** Share of the longest message from which the characters are counted. */
export const COUNT_FROM = 0.9;
