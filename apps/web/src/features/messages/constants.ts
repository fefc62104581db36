/** Distance from the top that loads older messages (specification, section 9). */
export const LOAD_OLDER_PX = 100;
/** Distance from the bottom that counts as bottom (specification, section 9); newer messages load there. */
export const AT_BOTTOM_PX = 100;
/** Characters of a message that screen readers are told when it arrives. */
export const ANNOUNCED_CHARS = 200;
