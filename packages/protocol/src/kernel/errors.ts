/** One row of the error registry: the HTTP status and the English sentence shown when nothing better is known. */
export interface ErrorDefinition {
  readonly status: number;
  /** `{name}` is filled from details. */
  readonly message: string;
  /** What names the refusal on the live channel, where it differs from the code. */
  readonly frameCode?: string;
}

/** Keeps the codes literal, so that an unknown code does not compile. */
export function defineErrors<const T extends Readonly<Record<string, ErrorDefinition>>>(
  definitions: T,
): T {
  return definitions;
}

/** errors.md, section 2. */
export const generalErrors = defineErrors({
  BAD_REQUEST: { status: 400, message: "Bad request" },
  VALIDATION_ERROR: { status: 400, message: "Some fields are not valid" },
  MALFORMED_JSON: { status: 400, message: "The request body is not valid JSON" },
  CURSOR_INVALID: {
    status: 400,
    message: "This page is no longer available. Please reload the list.",
  },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  TOKEN_EXPIRED: { status: 401, message: "Your access token has run out" },
  SESSION_ENDED: { status: 401, message: "You have been signed out" },
  FORBIDDEN: { status: 403, message: "Forbidden" },
  ORIGIN_NOT_ALLOWED: { status: 403, message: "Requests from this site are not allowed" },
  ELEVATION_REQUIRED: { status: 403, message: "Please confirm that it is you" },
  WORKSPACE_ACCESS_LOST: { status: 403, message: "You no longer have access to this organization" },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    message:
      "This organization requires a second sign-in step. Set one up in your security settings.",
  },
  SCOPE_MISSING: { status: 403, message: "This API key may not do that" },
  NOT_FOUND: { status: 404, message: "Not Found" },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method Not Allowed" },
  CONFLICT: { status: 409, message: "Conflict" },
  WORKSPACE_CHANGED: {
    status: 409,
    message: "You switched to another organization. Nothing was sent.",
  },
  VERSION_CONFLICT: { status: 409, message: "Somebody else changed this in the meantime" },
  TRANSITION_INVALID: { status: 409, message: "This is not possible in the present state" },
  IDEMPOTENCY_CONFLICT: { status: 409, message: "The same key was used for something else" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "This content type is not supported" },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests. Please try again in {seconds} seconds.",
  },
  UNKNOWN_ERROR: { status: 500, message: "An error occurred" },
  DB_UNAVAILABLE: {
    status: 503,
    message: "The server cannot reach its database. Please try again.",
  },
  DRAINING: { status: 503, message: "The server is restarting. Please try again." },
  TIMEOUT: { status: 504, message: "The server did not answer in time. Please try again." },
});

/** Codes of the live channel alone (errors.md, section 8); the status is that of the nearest HTTP answer. */
export const liveErrors = defineErrors({
  NOT_AUTHENTICATED: { status: 401, message: "Not authenticated" },
  MULTI_ROOM_NOT_FOUND: { status: 404, message: "Room not found" },
  LOG_EPOCH_CHANGED: { status: 409, message: "Please reload" },
  SERVER_DRAINING: { status: 503, message: "The server is restarting. Please try again." },
  SOCKET_LIMIT_REACHED: { status: 429, message: "Too many connections" },
});

/** Texts of failures that only a client can see (specification, section 8; errors.md 8.11). */
export const clientErrors = defineErrors({
  CONNECTION_LOST: { status: 0, message: "Connection lost" },
  REQUEST_ABORTED: { status: 0, message: "Request aborted" },
});

export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
}
