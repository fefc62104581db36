import {
  closeCodes,
  ERROR_RETRY_MS,
  RECONNECT_TRIES,
  SOCKET_PATH,
  type ClientFrame,
  type ConnectionStatus,
  type FrameOf,
  type ServerFrame,
} from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import { connectionLost, toApiError } from "./api-error.ts";
import { backOffMs } from "./back-off.ts";
import { LiveSocket, type SocketEnd } from "./live-socket.ts";
import { Requests } from "./requests.ts";
import type { Resume } from "./resume-point.ts";
import type { Signal, Timer } from "./runtime.ts";
import { workspaceOf } from "./token-workspace.ts";

type RequestFrame = Extract<ClientFrame, { readonly requestId: string }>;
/** A frame to which the connection adds the requestId. */
export type Question = RequestFrame extends infer F
  ? F extends RequestFrame
    ? Omit<F, "requestId">
    : never
  : never;

export interface ConnectionListener {
  /** The events that have been received so far; undefined when there are none, or when they do not count any more. */
  readonly resume: () => Resume | undefined;
  readonly onReady: (frame: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS">) => void;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onLost: () => void;
  readonly onStatus: (status: ConnectionStatus, error: string | null) => void;
  /** The token is of a workspace that the person is not in any more. */
  readonly onAccessLost: () => Promise<void>;
}

/** A connection that held this long begins counting its failures anew. */
const STABLE_MS = 10_000;

/**
 * The live channel through all its interruptions (specification, section 4): disconnected, connecting, connected,
 * reconnecting, error. Each connection has a ticket of its own; an end is answered by tries with growing delays, and
 * after ten of them by one a minute, or at once when the browser is online or looked at again.
 */
export class Connection {
  readonly #account: AccountWithTokens;
  readonly #listener: ConnectionListener;
  readonly #requests: Requests;
  readonly #stops: (() => void)[];
  #status: ConnectionStatus = "disconnected";
  #error: string | null = null;
  #isWanted = false;
  /** Names the present opening: an older one that comes back late is dropped. */
  #opening = 0;
  #socket: LiveSocket | undefined;
  #timer: Timer | undefined;
  #failures = 0;
  #readyAt = 0;
  #usedToken = "";
  #drainMs: number | undefined;

  constructor(account: AccountWithTokens, listener: ConnectionListener) {
    this.#account = account;
    this.#listener = listener;
    this.#requests = new Requests(account.runtime);
    this.#stops = [
      account.runtime.onSignal((signal) => this.#onSignal(signal)),
      account.tokens.onToken((token) => this.#renew(token)),
    ];
  }

  get isReady(): boolean {
    return this.#socket?.isReady ?? false;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Connects, and keeps connected; when it waits for the next try, tries at once. */
  connect(): void {
    if (this.#isWanted) this.#hurry();
    else {
      this.#isWanted = true;
      this.#failures = 0;
      this.#setStatus("connecting", null);
      void this.#open();
    }
  }

  /** An intentional end. Requests that wait for an answer fail with 'Connection lost'. */
  disconnect(): void {
    this.#isWanted = false;
    this.#leave();
    this.#setStatus("disconnected", null);
  }

  /** False when there is no connection to carry it. */
  send(frame: ClientFrame): boolean {
    return this.#socket?.send(frame) ?? false;
  }

  /** Sends a frame and waits for its answer; fails at once without a connection. */
  async request(question: Question, timeoutMs: number): Promise<ServerFrame> {
    if (!this.isReady) throw connectionLost();
    const requestId = this.#account.runtime.uuid();
    const answer = this.#requests.expect(requestId, timeoutMs);
    const workspaceId = this.#account.workspaceId();
    this.send({ ...(workspaceId && { workspaceId }), ...question, requestId });
    return answer;
  }

  noteHead(slug: string, seq: number): void {
    this.#socket?.noteHead(slug, seq);
  }

  close(): void {
    this.disconnect();
    for (const stop of this.#stops) stop();
  }

  async #open(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#opening += 1;
    const opening = this.#opening;
    try {
      const { tokens, call, connectionId } = this.#account;
      this.#usedToken = await tokens.ensureValid();
      // Single use: the answer to somebody else's call must never be taken for this one.
      const options = { idempotencyKey: "none", workspaceId: null };
      const { ticket } = await call("createWsTicket", {}, options);
      if (opening !== this.#opening) return;
      const userId = tokens.store.getSnapshot().user?.id ?? "";
      const query = new URLSearchParams({
        accessToken: ticket,
        userId,
        connectionId: connectionId(),
      });
      this.#connectTo(`${this.#account.baseUrl}${SOCKET_PATH}?${query.toString()}`);
    } catch (cause) {
      if (opening !== this.#opening) return;
      const { status, code } = toApiError(cause);
      const isLost = code === "WORKSPACE_ACCESS_LOST";
      if (status === 401 && !this.#account.tokens.accessToken) this.disconnect();
      else this.#fail({ code: isLost ? closeCodes.notAllowed : 0, message: "Failed to connect" });
    }
  }

  #connectTo(url: string): void {
    this.#socket = new LiveSocket({
      runtime: this.#account.runtime,
      url,
      accessToken: this.#usedToken,
      toAuthFrame: () => {
        const resume = this.#listener.resume();
        const requestId = this.#account.runtime.uuid();
        return { type: "CLIENT_MULTI_ROOM_AUTH", requestId, ...(resume && { resume }) };
      },
      onReady: (frame) => {
        this.#readyAt = this.#account.runtime.now();
        this.#account.enterWorkspace(frame);
        this.#setStatus("connected", null);
        this.#listener.onReady(frame);
      },
      onFrame: (frame) => this.#receive(frame),
      onEnd: (end) => void this.#onEnd(end),
    });
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === "SERVER_MULTI_ROOM_ERROR" && frame.code === "SERVER_DRAINING")
      this.#drainMs = frame.retryAfterMs;
    this.#listener.onFrame(frame);
    this.#requests.settle(frame);
  }

  async #onEnd(end: SocketEnd): Promise<void> {
    const wasReady = this.#status === "connected";
    const { now } = this.#account.runtime;
    if (wasReady && now() - this.#readyAt >= STABLE_MS) this.#failures = 0;
    this.#leave();
    this.#setStatus("reconnecting", end.message);
    if (end.code === closeCodes.sessionEnded && !(await this.#hasSession())) return;
    this.#fail(end);
  }

  /** The server ended the session of the socket: a fresh token decides whether the person is still signed in. */
  async #hasSession(): Promise<boolean> {
    const { tokens } = this.#account;
    const opening = this.#opening;
    try {
      const token = await tokens.replace(this.#usedToken);
      if (opening !== this.#opening) return false;
      if (token) return true;
      this.disconnect();
      return false;
    } catch {
      // Not reachable: the next try finds out.
      return opening === this.#opening;
    }
  }

  #fail(end: SocketEnd): void {
    this.#socket = undefined;
    this.#failures += 1;
    const isOver = this.#failures > RECONNECT_TRIES || end.code === closeCodes.notAllowed;
    if (isOver) this.#setStatus("error", "Unable to reconnect");
    else this.#setStatus("reconnecting", end.message);
    const { runtime } = this.#account;
    const delay = isOver ? ERROR_RETRY_MS : this.#delayAfter(end);
    this.#drainMs = undefined;
    this.#timer = runtime.startTimer(() => this.#try(), delay);
    if (end.code === closeCodes.notAllowed) void this.#listener.onAccessLost();
  }

  #delayAfter(end: SocketEnd): number {
    const { random } = this.#account.runtime;
    if (this.#drainMs !== undefined) return this.#drainMs;
    // Too fast: as if all tries had been used, so that it is not too fast again.
    const attempt = end.code === closeCodes.tooFast ? RECONNECT_TRIES : this.#failures;
    return backOffMs(attempt, random);
  }

  #try(): void {
    this.#setStatus("reconnecting", this.#error);
    void this.#open();
  }

  /** Ends a wait for the next try. */
  #hurry(): void {
    if (!this.#timer) return;
    this.#timer.cancel();
    this.#try();
  }

  #onSignal(signal: Signal): void {
    if (!this.#isWanted || signal === "hidden") return;
    if (this.isReady) this.#socket?.probe();
    else if (signal !== "offline") this.#hurry();
  }

  /**
   * A token of another workspace opens another channel, also in place of one that is being opened; the server closes the one of
   * before as well.
   */
  #renew(token: string): void {
    const here = this.isReady ? this.#account.workspaceId() : workspaceOf(this.#usedToken);
    const there = workspaceOf(token);
    if (this.#isWanted && here !== undefined && there !== undefined && here !== there) {
      this.#leave();
      this.#setStatus("connecting", null);
      void this.#open();
      return;
    }
    const requestId = this.#account.runtime.uuid();
    this.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId, token });
  }

  /** Lets go of the present socket or opening. */
  #leave(): void {
    this.#opening += 1;
    this.#timer?.cancel();
    this.#timer = undefined;
    const wasReady = this.#socket !== undefined;
    this.#socket?.close();
    this.#socket = undefined;
    this.#requests.rejectAll(connectionLost());
    if (wasReady) this.#listener.onLost();
  }

  #setStatus(status: ConnectionStatus, error: string | null): void {
    this.#status = status;
    this.#error = error;
    this.#listener.onStatus(status, error);
  }
}
