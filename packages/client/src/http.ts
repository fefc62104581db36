import {
  API_BASE_PATH,
  ELEVATION_HEADER,
  REFRESH_DELIVERY_HEADER,
  firstRoutes,
  WORKSPACE_HEADER,
  type CallOf,
  type EndpointName,
  type ReplyOf,
  type Route,
  type Routes,
} from "@colbin/protocol";
import {
  ApiError,
  connectionLost,
  notAuthenticated,
  requestAborted,
  timedOut,
  toApiError,
  toResponseError,
  workspaceChanged,
} from "./api-error.ts";
import type { Bytes, FetchReply, Runtime } from "./runtime.ts";
import { workspaceOf } from "./token-workspace.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * A UUID of the caller's own makes a repetition safe for a day, `none` sends no key. Otherwise each call is an intent of its
   * own, with a key for all its tries (wire.md, HTTP).
   */
  readonly idempotencyKey?: string;
  /** How long the answer is waited for; half a minute by default. */
  readonly timeoutMs?: number;
  /** The workspace that is meant, where it is not the one that the state is of; null: whichever it is. */
  readonly workspaceId?: string | null;
  /** The token that `revealAuth` gave, for calls that ask for a fresh proof of who calls (ELEVATION_REQUIRED). */
  readonly elevation?: string;
  /** Part of a whole, in the place of a body, and where it begins there (tus). */
  readonly piece?: { readonly bytes: Bytes; readonly offset: number };
  /** An image, or another file as bytes, in the place of a body. */
  readonly image?: { readonly bytes: Bytes; readonly mediaType: string };
  /** Goes out also when the page ends meanwhile; a browser allows 64 KiB for all such calls together. */
  readonly keepalive?: boolean;
  /** Instead of the session's token: for calls that must not refresh or end it. */
  readonly accessToken?: string;
}

export interface HttpOptions {
  /** Origin of the server; empty for the page's own. */
  readonly baseUrl: string;
  readonly runtime: Runtime;
  readonly connectionId: () => string;
  /** The person who is signed in here: a call goes out in the name of the person who begins it, or of nobody. */
  readonly holder: () => string | undefined;
  /** The workspace that the state is of; undefined before there is one. */
  readonly workspaceId: () => string | undefined;
  /** A token that is still valid for a while, after a move to another workspace that is under way; throws when there is none to have. */
  readonly getAccessToken: () => Promise<string>;
  /** A token for one more try after a 401, or null when there is none. */
  readonly onUnauthorized: (usedToken: string) => Promise<string | null>;
  /** The second try was refused as well. */
  readonly onRefused: (usedToken: string) => void;
  /** Time of the server, with every answer that tells it. */
  readonly onServerTime: (at: number) => void;
}

export interface Http {
  /** Calls a declared operation by its name; every failure is an ApiError. */
  readonly call: <N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ) => Promise<ReplyOf<N>>;
  /** The same with the answer as it came, for what its headers tell. */
  readonly exchange: <N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: CallOptions,
  ) => Promise<FetchReply>;
}

/** Declared parts at run time: the compiler has matched them with the name. */
interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** No request waits longer than this. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often a call asks again after a server that is stopping, and how long it waits for that. */
const DRAINING_TRIES = 6;
const DRAINING_MS = 500;
const DRAINING_MAX_MS = 5_000;
/** A read whose connection was lost is asked again within this time. */
const READ_AGAIN_MS = 400;

/** Typed calls over fetch with the session's token; a 401 is tried once more with a refreshed one. */
export function createHttp(options: HttpOptions): Http {
  const { holder, getAccessToken, onUnauthorized, onRefused } = options;

  async function authorized(request: Request, callOptions: CallOptions): Promise<FetchReply> {
    if (callOptions.accessToken) return send(options, request, callOptions);
    const caller = holder();
    /** Another may have signed in while a token was fetched: what the one began never goes out as the other. */
    const requireCaller = (): void => {
      if (holder() !== caller) throw notAuthenticated();
    };
    const accessToken = await getAccessToken();
    requireCaller();
    // The server would refuse it: the session has gone elsewhere, and the state of the page follows.
    const at = workspaceOf(accessToken);
    if (at && callOptions.workspaceId && callOptions.workspaceId !== at) throw workspaceChanged(at);
    const reply = await send(options, request, { ...callOptions, accessToken });
    const fresh = reply.status === 401 ? await onUnauthorized(accessToken) : null;
    if (!fresh) return reply;
    requireCaller();
    const second = await send(options, request, { ...callOptions, accessToken: fresh });
    if (second.status === 401) onRefused(fresh);
    return second;
  }

  function ask(route: Route, input: Input, callOptions: CallOptions = {}): Promise<FetchReply> {
    const idempotencyKey = callOptions.idempotencyKey ?? options.runtime.uuid();
    const request = { ...toRequest(options.baseUrl, route, input), idempotencyKey };
    const { workspaceId = options.workspaceId() } = callOptions;
    return route.access === "user"
      ? authorized(request, { ...callOptions, workspaceId: workspaceId ?? null })
      : send(options, request, callOptions);
  }

  return {
    async call(name, input, callOptions) {
      const route = findRoute(name) ?? (await loadRoute(name));
      const reply = await ask(route, input, callOptions);
      return (await readReply(reply, route)) as ReplyOf<typeof name>;
    },
    async exchange(name, input, callOptions) {
      const reply = await ask(findRoute(name) ?? (await loadRoute(name)), input, callOptions);
      await requireSuccess(reply);
      return reply;
    },
  };
}

let knownRoutes: Partial<Readonly<Record<EndpointName, Route>>> = firstRoutes;

/** At once, so that a request goes out in the order of the calls, and before a page that ends is gone. */
function findRoute(name: EndpointName): Route | undefined {
  return knownRoutes[name];
}

async function loadRoute(name: EndpointName): Promise<Route> {
  return (await loadRoutes())[name];
}

/** The addresses of the calls that no first screen makes; a page may fetch them before it needs them. */
export async function loadRoutes(): Promise<Routes> {
  try {
    const { routes } = await import("./late-routes.ts");
    knownRoutes = routes;
    return routes;
  } catch {
    throw connectionLost();
  }
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly accept: string;
  readonly body: string | undefined;
  /** The media type of its bytes, where it takes some. */
  readonly takesBytes: string | undefined;
  readonly idempotencyKey: string;
}

function toRequest(baseUrl: string, route: Route, input: Input): Omit<Request, "idempotencyKey"> {
  const params = { ...(input.params as Record<string, string> | undefined) };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => toSegment(params[name] ?? ""));
  const query = new URLSearchParams();
  const given = { ...(input.query as Record<string, string | number | undefined> | undefined) };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) query.set(name, String(value));
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  const url = `${baseUrl}${API_BASE_PATH}${path}${search}`;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const accept = route.mediaType ?? "application/json";
  return { method: route.method, url, accept, body, takesBytes: route.takesBytes };
}

/** Dots alone would climb in the path, however they are encoded; no object has such a name. */
function toSegment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw toResponseError(404, "Not Found", "");
  return encodeURIComponent(value);
}

function toHeaders(
  options: HttpOptions,
  request: Request,
  callOptions: CallOptions,
): Record<string, string> {
  const { accessToken: token, workspaceId, elevation, piece, image } = callOptions;
  const hasKey = request.method !== "GET" && request.idempotencyKey !== "none";
  return {
    accept: request.accept,
    "connection-id": options.connectionId(),
    [REFRESH_DELIVERY_HEADER]: options.runtime.refreshDelivery,
    ...(request.body !== undefined && { "content-type": "application/json" }),
    ...(piece && {
      "content-type": request.takesBytes ?? "",
      "upload-offset": String(piece.offset),
    }),
    ...(image && { "content-type": image.mediaType }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(typeof workspaceId === "string" && { [WORKSPACE_HEADER]: workspaceId }),
    ...(elevation !== undefined && { [ELEVATION_HEADER]: elevation }),
    ...(hasKey && { "idempotency-key": request.idempotencyKey }),
  };
}

/**
 * The answer whatever its status; ApiError only when there was none. A server that is stopping refuses a call before it
 * does anything, so the call waits a moment and asks again: whoever is there by then answers.
 */
async function send(
  options: HttpOptions,
  request: Request,
  callOptions: CallOptions,
): Promise<FetchReply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await sendTwice(options, request, callOptions);
    const delayMs = tries < DRAINING_TRIES ? await drainingMs(reply) : undefined;
    if (delayMs === undefined) return reply;
    await pause(options.runtime, delayMs);
  }
}

/**
 * A server that ends closes connections that seem idle, and a request may be on its way on one of them. A read is asked once
 * more on a new one; nobody knows whether another request was carried out.
 */
async function sendTwice(
  options: HttpOptions,
  request: Request,
  callOptions: CallOptions,
): Promise<FetchReply> {
  try {
    return await sendOnce(options, request, callOptions);
  } catch (cause) {
    if (request.method !== "GET" || toApiError(cause).code !== "CONNECTION_LOST") throw cause;
    await pause(options.runtime, options.runtime.random() * READ_AGAIN_MS);
    return sendOnce(options, request, callOptions);
  }
}

async function drainingMs(reply: FetchReply): Promise<number | undefined> {
  if (reply.status !== 503) return undefined;
  const error = toResponseError(reply.status, reply.statusText, await reply.text());
  if (error.code !== "DRAINING") return undefined;
  return Math.min(error.retryAfterMs ?? DRAINING_MS, DRAINING_MAX_MS);
}

function pause({ startTimer }: Runtime, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    startTimer(resolve, delayMs);
  });
}

async function sendOnce(
  options: HttpOptions,
  request: Request,
  callOptions: CallOptions,
): Promise<FetchReply> {
  const { runtime, onServerTime } = options;
  const { signal, timeoutMs = REQUEST_TIMEOUT_MS, piece, image, keepalive } = callOptions;
  const body = (piece ?? image)?.bytes ?? request.body;
  const controller = new AbortController();
  const abort = () => controller.abort();
  let isLate = false;
  const timer = runtime.startTimer(() => {
    isLate = true;
    abort();
  }, timeoutMs);
  signal?.addEventListener("abort", abort);
  try {
    if (signal?.aborted) throw requestAborted();
    const reply = await runtime.fetch(request.url, {
      method: request.method,
      headers: toHeaders(options, request, callOptions),
      credentials: "include",
      signal: controller.signal,
      ...(body !== undefined && { body }),
      ...(keepalive && { keepalive }),
    });
    const at = Date.parse(reply.headers.get("date") ?? "");
    if (!Number.isNaN(at)) onServerTime(at);
    // Read here, so that the timer also ends an answer that stops in the middle.
    const text = await reply.text();
    return { ...statusOf(reply), text: async () => text };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (signal?.aborted) throw requestAborted();
    throw isLate
      ? timedOut("The server did not answer in time. Please try again.")
      : connectionLost();
  } finally {
    timer.cancel();
    signal?.removeEventListener("abort", abort);
  }
}

function statusOf({ ok, status, statusText, headers }: FetchReply): Omit<FetchReply, "text"> {
  return { ok, status, statusText, headers };
}

/** Its text, where it is no refusal. */
async function requireSuccess(reply: FetchReply): Promise<string> {
  const text = await reply.text();
  if (!reply.ok) throw toResponseError(reply.status, reply.statusText, text);
  return text;
}

async function readReply(reply: FetchReply, { mediaType }: Route): Promise<unknown> {
  const text = await requireSuccess(reply);
  // The answer of every operation that declares no reply.
  if (reply.status === 204) return undefined;
  if (mediaType !== undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A page of somebody in between: nobody knows what the server did.
    throw connectionLost();
  }
}
