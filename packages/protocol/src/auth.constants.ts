// Apart from the schemas of the feature, so that a client can read it without loading them.

/** What stands in the place of a refresh token that lives in an HttpOnly cookie (wire.md, HTTP). */
export const REFRESH_COOKIE_MARKER = "cookie";
/** Header by which a caller chooses where its refresh token lives: `cookie` or `body`. */
export const REFRESH_DELIVERY_HEADER = "x-refresh-delivery";
/** The workspace that a call means: when the token is of another one, nothing is done (WORKSPACE_CHANGED). */
export const WORKSPACE_HEADER = "workspace-id";

/** Shows the elevation of the session: the proof of a moment ago that it is the person (rules-identity 30). */
export const ELEVATION_HEADER = "x-elevation-token";

/** Where the refresh token of a session lives (rules-identity 33). */
export const refreshDeliveries = ["cookie", "body"] as const;
export type RefreshDelivery = (typeof refreshDeliveries)[number];
