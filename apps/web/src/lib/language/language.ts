/** The language of the screens. */
export const language = "en";
