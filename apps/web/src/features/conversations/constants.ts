/** Where a conversation begins. */
export const NEW_MESSAGE_PATH = "/new-message";
/** People that are offered at a time. */
export const PEOPLE_OFFERED = 20;
