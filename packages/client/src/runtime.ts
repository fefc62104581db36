import type { RefreshDelivery } from "@colbin/protocol";
import type { Locks } from "./locks.ts";
import type { KeyValueStorage } from "./storage.ts";

/** Bytes that go as they are; a Blob of a page is such. */
export interface Bytes {
  readonly size: number;
  slice(start: number, end: number): Bytes;
}

/** The part of fetch that a request needs; both the browser's and Node's fit. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string | Bytes;
    readonly credentials: "include";
    readonly signal: AbortSignal;
    readonly keepalive?: boolean;
  },
) => Promise<FetchReply>;

export interface FetchReply {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** One websocket; after onClose nothing is called any more. */
export interface RawSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export interface RawSocketHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onError: () => void;
  readonly onClose: (code: number) => void;
}

export interface Timer {
  readonly cancel: () => void;
}

/** Reasons to try again at once, one to doubt the connection, and one to keep what may not be there any more soon. */
export type Signal = "online" | "offline" | "focus" | "hidden";

/** Everything that the client takes from the world around it: a browser, Node, or a test without real time. */
export interface Runtime {
  readonly fetch: Fetch;
  /** The access token is for programs: they send no Origin, so the server asks for it (wire.md, Socket). */
  readonly openSocket: (url: string, accessToken: string, handlers: RawSocketHandlers) => RawSocket;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly startTimer: (task: () => void, delayMs: number) => Timer;
  /** 0 <= x < 1; jitter only. */
  readonly random: () => number;
  /** UUID version 4. */
  readonly uuid: () => string;
  readonly storage: KeyValueStorage;
  /** Shared with the other tabs of the same person where there are any. */
  readonly locks: Locks;
  readonly onSignal: (listener: (signal: Signal) => void) => () => void;
  readonly refreshDelivery: RefreshDelivery;
}
