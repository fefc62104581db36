import {
  ApiError,
  createAccount,
  toApiError,
  type AccountWithTokens,
  type RawSocket,
} from "@colbin/client";
import { SOCKET_PATH, type ServerFrame } from "@colbin/protocol";
import { insist } from "./insist.ts";
import type { Random } from "./random.ts";
import type { Recorder } from "./recorder.ts";
import { recordingRuntime } from "./recording-runtime.ts";
import { signIn } from "../people.ts";

/** Somebody who only listens, by the plainest client there can be: what it is told is what the server says. */
export interface Observer {
  readonly name: string;
  readonly user: string;
  readonly account: AccountWithTokens;
  connect(): void;
  /** How far it has come in the rooms that it hears. */
  readonly heads: ReadonlyMap<string, number>;
  isConnected(): boolean;
  close(): void;
}

const PING_MS = 1_000;
const PONG_MS = 2_500;
const HANDSHAKE_MS = 3_000;

/** Signs in and joins; hears nothing yet. */
export async function createObserver(
  options: {
    readonly baseUrl: string;
    readonly recorder: Recorder;
    readonly haste: number;
    readonly random: Random;
  },
  name: string,
  rooms: readonly string[],
): Promise<Observer> {
  const { baseUrl, recorder, haste } = options;
  let user = "";
  const runtime = recordingRuntime({ recorder, observer: name, user: () => user, haste });
  const account = createAccount({ baseUrl, runtime });
  user = await signIn(account, name);
  for (const room of rooms)
    await insist(() => account.call("createOrJoinRooms", { body: { sessionRoomSlugs: [room] } }));
  return new PlainObserver({ name, user, account, random: options.random });
}

class PlainObserver implements Observer {
  readonly name: string;
  readonly user: string;
  readonly account: AccountWithTokens;
  readonly heads = new Map<string, number>();
  readonly #early = new Map<string, Set<number>>();
  readonly #random: Random;
  /** Rooms that came with a list of a resume that is not over: a newer list may say that they begin later. */
  readonly #begun = new Set<string>();
  #rev = 0;
  #logEpoch: string | undefined;
  #socket: RawSocket | undefined;
  #isReady = false;
  #isClosed = false;
  #lastHeard = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Pick<Observer, "name" | "user" | "account"> & { readonly random: Random }) {
    this.name = options.name;
    this.user = options.user;
    this.account = options.account;
    this.#random = options.random;
  }

  isConnected(): boolean {
    return this.#isReady;
  }

  connect(): void {
    void this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
    this.account.close();
  }

  async #open(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const { tokens, call, runtime, baseUrl, connectionId } = this.account;
      const token = await tokens.ensureValid();
      const { ticket } = await call("createWsTicket", {}, { idempotencyKey: "none" });
      const query = new URLSearchParams({
        accessToken: ticket,
        userId: this.user,
        connectionId: connectionId(),
      });
      const url = `${baseUrl}${SOCKET_PATH}?${query.toString()}`;
      const socket = runtime.openSocket(url, token, {
        onOpen: () => socket.send(JSON.stringify(this.#toAuthFrame())),
        onText: (text) => this.#socket === socket && this.#hear(JSON.parse(text) as ServerFrame),
        onError: () => undefined,
        onClose: () => this.#socket === socket && this.#again(),
      });
      this.#socket = socket;
      this.#lastHeard = Date.now();
      this.#timer = setInterval(() => this.#beat(), PING_MS);
    } catch (error) {
      if (toApiError(error).status === 401) throw new ApiError(toApiError(error));
      this.#again();
    }
  }

  #toAuthFrame(): object {
    const requestId = this.account.runtime.uuid();
    const rooms = Object.fromEntries(this.heads);
    const resume =
      this.#logEpoch === undefined ? {} : { resume: { logEpoch: this.#logEpoch, rooms } };
    return { type: "CLIENT_MULTI_ROOM_AUTH", requestId, ...resume };
  }

  #again(): void {
    this.#end();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.connect(), this.#random.whole(10, 400));
  }

  #end(): void {
    clearInterval(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isReady = false;
    this.#early.clear();
    this.#begun.clear();
    socket?.close(1000, "");
  }

  #beat(): void {
    const silentMs = Date.now() - this.#lastHeard;
    if (silentMs > (this.#isReady ? PONG_MS : HANDSHAKE_MS)) this.#again();
    else if (this.#isReady) this.#socket?.send(JSON.stringify({ type: "ping" }));
  }

  #hear(frame: ServerFrame): void {
    this.#lastHeard = Date.now();
    switch (frame.type) {
      case "SERVER_MULTI_ROOM_AUTH_SUCCESS":
        this.#logEpoch = frame.logEpoch;
        this.#rev = 0;
        break;
      case "SERVER_UNREAD_SUMMARY":
        this.#isReady = true;
        this.#begun.clear();
        break;
      case "SERVER_SUBSCRIPTION_UPDATE":
        this.#takeList(frame);
        break;
      case "SERVER_MESSAGE_HISTORY":
        if (frame.mode !== "resume") break;
        if (frame.truncated) this.#come(frame.sessionRoomSlug, frame.headSeq);
        for (const { seq } of frame.events) this.#take(frame.sessionRoomSlug, seq);
        break;
      case "SERVER_ROOM_EVENT": {
        if (!("seq" in frame)) break;
        const { sessionRoomSlug: room, seq } = frame;
        this.#take(room, seq);
        const isOut =
          frame.event === "participant_changed" &&
          frame.userId === this.user &&
          frame.accessStatus !== "ACCEPTED";
        if (isOut) this.#leave(room);
        break;
      }
      default:
        break;
    }
  }

  #takeList({
    subscriptions,
    changed = [],
    removed = [],
    rev,
  }: Extract<ServerFrame, { type: "SERVER_SUBSCRIPTION_UPDATE" }>): void {
    if (rev < this.#rev) return;
    this.#rev = rev;
    const rooms = subscriptions ?? changed;
    const listed = new Map(rooms.map((each) => [each.sessionRoomSlug, each.headSeq]));
    for (const room of this.heads.keys())
      if (subscriptions ? !listed.has(room) : removed.includes(room)) this.#leave(room);
    for (const [room, head] of listed) {
      const isNew = !this.heads.has(room) || this.#begun.has(room);
      if (isNew) this.#come(room, head);
      if (isNew && !this.#isReady) this.#begun.add(room);
    }
  }

  #leave(room: string): void {
    this.heads.delete(room);
    this.#early.delete(room);
  }

  #take(room: string, seq: number): void {
    const early = this.#early.get(room) ?? new Set<number>();
    this.#early.set(room, early);
    early.add(seq);
    const head = this.heads.get(room);
    if (head !== undefined) this.#come(room, head);
  }

  /** Complete up to here; and what came too early may follow. */
  #come(room: string, seq: number): void {
    const early = this.#early.get(room) ?? new Set<number>();
    let head = Math.max(seq, this.heads.get(room) ?? 0);
    while (early.has(head + 1)) head += 1;
    for (const each of early) if (each <= head) early.delete(each);
    this.heads.set(room, head);
  }
}
