/** All channels that the person sees. */
export const BROWSE_PATH = "/channels";
