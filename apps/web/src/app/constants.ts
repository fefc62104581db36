/** A short loss of the connection is the switcher's business alone (look, section 6). */
export const OFFLINE_BANNER_DELAY_MS = 2000;
/** The chat connects this long after its view is there (specification, section 4). */
export const CONNECT_DELAY_MS = 100;
/** Code that is needed next is fetched this long after a screen is there: the app behind the sign-in, menus behind the app. */
export const PRELOAD_DELAY_MS = 1000;
/** Where the help lists the keys of all actions. */
export const SHORTCUTS_PATH = "/help/shortcuts";
/** Where the settings are entered. */
export const SETTINGS_PATH = "/settings";
/** The organizations of the person. */
export const ORGANIZATIONS_PATH = "/settings/organizations";
