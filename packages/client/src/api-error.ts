import type { ErrorEnvelope, retryableErrors, WorkspaceId } from "@colbin/protocol";

/** Every failure of a call or a frame. Decide by `code`, show `message`. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** The same thing may be sent again by itself. */
  readonly retryable: boolean;

  constructor(envelope: ErrorEnvelope) {
    super(envelope.message);
    this.name = "ApiError";
    this.code = envelope.code;
    this.status = envelope.status;
    this.details = envelope.details;
    const hasNoCode = envelope.code === "UNKNOWN_ERROR";
    this.retryable =
      Object.hasOwn(passingCodes, envelope.code) ||
      (hasNoCode && passingStatuses.has(envelope.status));
  }

  /** How long the server asks to wait, when it says so. */
  get retryAfterMs(): number | undefined {
    const { retryAfterMs } = this.details;
    return typeof retryAfterMs === "number" ? retryAfterMs : undefined;
  }
}

/** The codes of the contract, by its type alone: its value would bring the texts of all errors into every page. */
const passingCodes: Readonly<Record<(typeof retryableErrors)[number], true>> = {
  DB_UNAVAILABLE: true,
  DRAINING: true,
  SERVER_DRAINING: true,
  RATE_LIMITED: true,
  TIMEOUT: true,
  CONNECTION_LOST: true,
};

/** Answers of gateways in front of the server; they have no envelope. */
const passingStatuses = new Set([408, 429, 502, 503, 504]);

export function connectionLost(message = "Connection lost"): ApiError {
  return new ApiError({ code: "CONNECTION_LOST", message, status: 0, details: {} });
}

export function requestAborted(): ApiError {
  const message = "Request aborted";
  return new ApiError({ code: "REQUEST_ABORTED", message, status: 0, details: {} });
}

export function timedOut(message: string): ApiError {
  return new ApiError({ code: "TIMEOUT", message, status: 504, details: {} });
}

export function notAuthenticated(message = "Not authenticated"): ApiError {
  return new ApiError({ code: "UNAUTHORIZED", message, status: 401, details: {} });
}

/** As the server says it of a call that means another workspace than this one, where the session works. */
export function workspaceChanged(workspaceId: WorkspaceId): ApiError {
  const message = "You switched to another organization. Nothing was sent.";
  return new ApiError({
    code: "WORKSPACE_CHANGED",
    message,
    status: 409,
    details: { workspaceId },
  });
}

/** Any thrown value as an ApiError (specification, section 8: UNKNOWN_ERROR, 'An error occurred'). */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const text = cause instanceof Error ? cause.message : "";
  const message = text === "" ? "An error occurred" : text;
  return new ApiError({ code: "UNKNOWN_ERROR", message, status: 0, details: {} });
}

/** The error of an answer that is no success: the server's envelope, or what can be said without one. */
export function toResponseError(status: number, statusText: string, text: string): ApiError {
  const body = parseObject(text);
  const name = statusNames[status] ?? "Generic Error";
  const { code, message, details } = body ?? {};
  const hasDetails = typeof details === "object" && details !== null;
  return new ApiError({
    code: typeof code === "string" ? code : "UNKNOWN_ERROR",
    message: typeof message === "string" ? message : name,
    status,
    details: hasDetails ? { ...details } : body ? {} : { statusText, body: text.slice(0, 1000) },
  });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Names of the statuses that the specification, section 8, lists; any other failure is generic. */
const statusNames: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  510: "Not Extended",
  511: "Network Authentication Required",
};
