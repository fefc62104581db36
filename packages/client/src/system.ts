import { inProcessLocks, webLocks } from "./locks.ts";
import type { Fetch, RawSocketHandlers, Runtime, Signal } from "./runtime.ts";
import { memoryStorage, webStorage } from "./storage.ts";

/** The parts of the platform that are used, written down so that neither the types of the DOM nor those of Node are needed. */
interface Platform {
  readonly fetch: Fetch;
  readonly WebSocket: new (url: string, options?: SocketOptions) => PlatformSocket;
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

interface Page extends Platform, EventTargetLike {
  readonly localStorage: Parameters<typeof webStorage>[0] extends () => infer A ? A : never;
  readonly navigator: { readonly locks?: Parameters<typeof webLocks>[0] };
  readonly document: EventTargetLike & { readonly visibilityState: string };
  readonly location: { readonly origin: string };
}

type SocketOptions = { readonly headers: Readonly<Record<string, string>> };
type PlatformEvent = {
  readonly data?: unknown;
  readonly code?: number;
  readonly key?: string | null;
};

interface EventTargetLike {
  addEventListener(type: string, listener: (event: PlatformEvent) => void): void;
  removeEventListener(type: string, listener: (event: PlatformEvent) => void): void;
}

interface PlatformSocket extends EventTargetLike {
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** The readyState of a WebSocket that carries frames. */
const OPEN = 1;

const platform = globalThis as unknown as Platform;

/** UUID version 4; crypto.randomUUID would need a secure origin. */
function uuid(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function listenTo(socket: PlatformSocket, handlers: RawSocketHandlers): void {
  socket.addEventListener("open", () => handlers.onOpen());
  socket.addEventListener("error", () => handlers.onError());
  socket.addEventListener("close", ({ code }) => handlers.onClose(code ?? 1006));
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") handlers.onText(data);
  });
}

const base = {
  fetch: ((url, init) => platform.fetch(url, init)) as Fetch,
  now: () => Date.now(),
  random: () => Math.random(),
  uuid,
  startTimer(task: () => void, delayMs: number) {
    const handle = platform.setTimeout(task, delayMs);
    return { cancel: () => platform.clearTimeout(handle) };
  },
};

/** For programs: everything in memory, alone in its process; the refresh token comes in the body. */
export function programRuntime(): Runtime {
  return {
    ...base,
    openSocket(url, accessToken, handlers) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const socket = new platform.WebSocket(url.replace(/^http/, "ws"), { headers });
      listenTo(socket, handlers);
      return socket;
    },
    storage: memoryStorage(),
    locks: inProcessLocks(),
    onSignal: () => () => undefined,
    refreshDelivery: "body",
  };
}

/** For a page: local storage and locks shared by all tabs; the refresh token stays in an HttpOnly cookie. */
export function pageRuntime(): Runtime {
  const page = globalThis as unknown as Page;
  return {
    ...base,
    openSocket(url, _accessToken, handlers) {
      const { href } = new URL(url, page.location.origin);
      const socket = new page.WebSocket(href.replace(/^http/, "ws"));
      listenTo(socket, handlers);
      return {
        // A frame sent while the socket closes is lost anyway, and browsers complain of it.
        send: (text) => socket.readyState === OPEN && socket.send(text),
        close: (code, reason) => socket.close(code, reason),
      };
    },
    storage: webStorage(
      () => page.localStorage,
      (listener) => listen(page, "storage", ({ key }) => listener(key ?? null)),
    ),
    locks: page.navigator.locks ? webLocks(page.navigator.locks) : inProcessLocks(),
    onSignal: (listener) => onSignal(page, listener),
    refreshDelivery: "cookie",
  };
}

function onSignal(page: Page, listener: (signal: Signal) => void): () => void {
  const stops = [
    listen(page, "online", () => listener("online")),
    listen(page, "offline", () => listener("offline")),
    listen(page, "focus", () => listener("focus")),
    // The end of a page hides it, too.
    listen(page.document, "visibilitychange", () =>
      listener(page.document.visibilityState === "visible" ? "focus" : "hidden"),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function listen(
  target: EventTargetLike,
  type: string,
  listener: (event: PlatformEvent) => void,
): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** The runtime of the place where this runs. */
export function systemRuntime(): Runtime {
  return "document" in globalThis ? pageRuntime() : programRuntime();
}
