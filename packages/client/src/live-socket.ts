import {
  PING_HEADS_MAX,
  PING_INTERVAL_MS,
  PONG_TIMEOUT_MS,
  type ClientFrame,
  type FrameOf,
  type ServerFrame,
} from "@colbin/protocol";
import type { RawSocket, Runtime, Timer } from "./runtime.ts";

/** How a socket ended: the code of the close frame, and what to tell the person. */
export interface SocketEnd {
  readonly code: number;
  readonly message: "Connection error" | "Failed to connect" | "Connection lost";
}

export interface LiveSocketOptions {
  readonly runtime: Runtime;
  readonly url: string;
  readonly accessToken: string;
  /** The first frame; asked for again when the server's log began anew. */
  readonly toAuthFrame: () => ClientFrame;
  readonly onReady: (frame: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS">) => void;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onEnd: (end: SocketEnd) => void;
}

/** Opening and authenticating together may take this long. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Heads are told at most once in this time (wire.md, ping). */
const HEADS_DELAY_MS = 1_000;
/** No frame at all in a connection that the network has eaten (RFC 6455 names it so). */
const ABNORMAL_CLOSE = 1006;

/**
 * One websocket from opening to its end: authenticates first, pings, notices when nobody answers, and tells the server
 * how far it has received. Ends exactly once; nothing is called after that.
 */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #raw: RawSocket;
  readonly #heads = new Map<string, number>();
  #state: "opening" | "authenticating" | "ready" | "ended" = "opening";
  #hasError = false;
  #handshakeTimer: Timer | undefined;
  #pingTimer: Timer | undefined;
  #pongTimer: Timer | undefined;
  #headsTimer: Timer | undefined;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    const { runtime, url, accessToken } = options;
    this.#raw = runtime.openSocket(url, accessToken, {
      onOpen: () => this.#authenticate(),
      onText: (text) => this.#receive(text),
      onError: () => {
        this.#hasError = true;
      },
      onClose: (code) => this.#end(code),
    });
    this.#handshakeTimer = runtime.startTimer(
      () => this.#end(ABNORMAL_CLOSE),
      HANDSHAKE_TIMEOUT_MS,
    );
  }

  get isReady(): boolean {
    return this.#state === "ready";
  }

  /** False when the frame cannot leave any more. */
  send(frame: ClientFrame): boolean {
    if (this.#state !== "ready") return false;
    this.#raw.send(JSON.stringify(frame));
    return true;
  }

  /** Received up to this seq; the server learns it within a second. */
  noteHead(slug: string, seq: number): void {
    this.#heads.set(slug, seq);
    this.#headsTimer ??= this.#options.runtime.startTimer(() => this.#tellHeads(), HEADS_DELAY_MS);
  }

  /** Asks for a sign of life now, because something makes one doubt it. */
  probe(): void {
    if (this.#state === "ready") this.#ping({ type: "ping" });
  }

  /** An intentional end: onEnd is not called. */
  close(): void {
    if (this.#state !== "ended") this.#stop();
  }

  #authenticate(): void {
    if (this.#state === "ended") return;
    this.#state = "authenticating";
    this.#raw.send(JSON.stringify(this.#options.toAuthFrame()));
  }

  #receive(text: string): void {
    if (this.#state === "ended") return;
    const frame = parseFrame(text);
    if (!frame) return;
    this.#pongTimer?.cancel();
    this.#pongTimer = undefined;
    if (frame.type === "pong") return;
    const isReady = this.#state === "ready";
    if (frame.type === "SERVER_MULTI_ROOM_AUTH_SUCCESS" && !isReady) this.#begin(frame);
    else this.#options.onFrame(frame);
    const isNewLog = frame.type === "SERVER_MULTI_ROOM_ERROR" && frame.code === "LOG_EPOCH_CHANGED";
    if (isNewLog && !isReady) this.#authenticate();
  }

  #begin(frame: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS">): void {
    this.#state = "ready";
    this.#handshakeTimer?.cancel();
    this.#schedulePing();
    this.#options.onReady(frame);
  }

  #schedulePing(): void {
    this.#pingTimer = this.#options.runtime.startTimer(() => {
      this.#ping({ type: "ping" });
      this.#schedulePing();
    }, PING_INTERVAL_MS);
  }

  #ping(frame: Extract<ClientFrame, { readonly type: "ping" }>): void {
    this.#pongTimer ??= this.#options.runtime.startTimer(
      () => this.#end(ABNORMAL_CLOSE),
      PONG_TIMEOUT_MS,
    );
    this.send(frame);
  }

  #tellHeads(): void {
    this.#headsTimer = undefined;
    const some = [...this.#heads].slice(0, PING_HEADS_MAX);
    for (const [slug] of some) this.#heads.delete(slug);
    if (some.length > 0) this.#ping({ type: "ping", heads: Object.fromEntries(some) });
    if (this.#heads.size > 0)
      this.#headsTimer = this.#options.runtime.startTimer(() => this.#tellHeads(), HEADS_DELAY_MS);
  }

  #end(code: number): void {
    if (this.#state === "ended") return;
    const wasReady = this.#state === "ready";
    this.#stop();
    const failure = this.#hasError ? "Connection error" : "Failed to connect";
    this.#options.onEnd({ code, message: wasReady ? "Connection lost" : failure });
  }

  #stop(): void {
    this.#state = "ended";
    for (const timer of [this.#handshakeTimer, this.#pingTimer, this.#pongTimer, this.#headsTimer])
      timer?.cancel();
    this.#raw.close(1000, "");
  }
}

/** Frames are not run through schemas here: the server is the same project. A text that is no frame at all is dropped. */
function parseFrame(text: string): ServerFrame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isFrame = typeof value === "object" && value !== null && "type" in value;
    return isFrame ? (value as ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
