/** The page of what the person keeps for later. */
export const LATER_PATH = "/chat/later";
