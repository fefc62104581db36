import type {
  ClientFrame,
  CurrentUser,
  RoomEventEntry,
  ServerFrame,
  WorkspaceId,
} from "@colbin/protocol";
import type { Bytes, Fetch, FetchReply, RawSocket, RawSocketHandlers } from "../src/runtime.ts";
import { FakeRoom } from "./fake-room.ts";
import type { FakeBackend, FakeReply, FakeRequest, FakeSocket, Origin } from "./fake-backend.ts";
import { answerCall } from "./fake-calls.ts";
import { answerFrame } from "./fake-frames.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The server at the seam of the transport: rooms with logs, tokens that run out, sockets that can be cut. */
export class FakeServer implements FakeBackend {
  readonly time: VirtualTime;
  readonly rooms = new Map<string, FakeRoom>();
  readonly sockets: FakeSocket[] = [];
  readonly requests: FakeRequest[] = [];
  /** When each request was made, also those that did not get through. */
  readonly triedAt: number[] = [];
  /** Access token -> person. */
  readonly accessTokens = new Map<string, CurrentUser>();
  readonly refreshTokens = new Map<string, CurrentUser>();
  readonly tickets = new Map<string, CurrentUser>();
  logEpoch = "epoch-1";
  personal: { personalRev?: number } = {};
  webBuild = "build-1";
  /** Of all tokens; the rooms are the same in each. */
  workspaceId = "workspace" as WorkspaceId;
  tokenLifeMs = 3_600_000;
  issued = 0;
  /** The next access token. */
  toAccessToken = (number: number): string => `access-${number}`;
  /** Nothing gets through; what is open stays silent. */
  isDown = false;
  /** The answer to a call instead of the ordinary one. */
  onCall: (request: FakeRequest) => FakeReply | Promise<FakeReply> | undefined = () => undefined;
  /** True: the frame is lost or answered by the test. */
  onFrame: (socket: FakeSocket, frame: ClientFrame) => boolean = () => false;
  /** How a frame leaves; tests put doubling, delays and losses here. */
  deliver: (socket: FakeSocket, frame: ServerFrame) => void = (socket, frame) =>
    this.sendNow(socket, frame);

  constructor(time: VirtualTime) {
    this.time = time;
  }

  room(slug: string, ...members: CurrentUser[]): FakeRoom {
    const room = new FakeRoom(slug, () => this.time.iso());
    this.rooms.set(slug, room);
    for (const member of members) room.enter(member);
    return room;
  }

  issueTokens(user: CurrentUser) {
    this.issued += 1;
    const token = this.toAccessToken(this.issued);
    const refresh = `refresh-${this.issued}`;
    this.accessTokens.set(token, user);
    this.refreshTokens.set(refresh, user);
    const expires = new Date(this.time.now() + this.tokenLifeMs).toISOString();
    return { access: { token, expires }, refresh: { token: refresh, expires } };
  }

  /** What everybody in the room hears, and the entry that was added to its log. */
  publish(room: FakeRoom, change: () => void, origin?: Origin): void {
    const before = room.log.length;
    change();
    for (const entry of room.log.slice(before)) this.#spread(room, entry, origin);
  }

  sendNow(socket: FakeSocket, frame: ServerFrame): void {
    if (!socket.isClosed && !this.isDown) socket.handlers.onText(JSON.stringify(frame));
  }

  /** Cuts every socket, as a restart or a lost network does. */
  cutAll(code = 1006): void {
    for (const socket of this.sockets.filter((each) => !each.isClosed)) {
      socket.isClosed = true;
      socket.handlers.onClose(code);
    }
  }

  get open(): FakeSocket[] {
    return this.sockets.filter((each) => !each.isClosed);
  }

  /** Frames of one kind that arrived over all sockets. */
  frames<T extends ClientFrame["type"]>(type: T): Extract<ClientFrame, { readonly type: T }>[] {
    const all = this.sockets.flatMap((socket) => socket.received);
    return all.filter(
      (frame): frame is Extract<ClientFrame, { readonly type: T }> => frame.type === type,
    );
  }

  calls(path: string): FakeRequest[] {
    return this.requests.filter((each) => each.path.startsWith(path));
  }

  readonly fetch: Fetch = async (url, init) => {
    await Promise.resolve();
    this.triedAt.push(this.time.now());
    if (this.isDown) throw new TypeError("fetch failed");
    const { pathname, search } = new URL(url, "http://colbin.test");
    const request: FakeRequest = {
      method: init.method,
      path: pathname.replace(/^\/v1/, ""),
      query: new URLSearchParams(search),
      headers: init.headers,
      ...toBody(init.body),
    };
    this.requests.push(request);
    const reply = this.onCall(request) ?? answerCall(this, request);
    const answered = await Promise.race([reply, aborted(init.signal)]);
    return toFetchReply(answered, this.time.now());
  };

  openSocket(url: string, handlers: RawSocketHandlers): RawSocket {
    const { searchParams } = new URL(url, "http://colbin.test");
    const ticket = searchParams.get("accessToken") ?? "";
    const user = this.tickets.get(ticket);
    this.tickets.delete(ticket);
    const isClosed = user === undefined || this.isDown;
    const socket: FakeSocket = {
      user: user ?? ({} as CurrentUser),
      handlers,
      received: [],
      url,
      isReady: false,
      isClosed,
    };
    if (!isClosed) this.sockets.push(socket);
    setImmediate(() => (isClosed ? handlers.onClose(1006) : handlers.onOpen()));
    return {
      send: (text) => this.#receive(socket, JSON.parse(text) as ClientFrame),
      close: () => {
        socket.isClosed = true;
      },
    };
  }

  /** What the server does with a frame of its own accord. */
  answer(socket: FakeSocket, frame: ClientFrame): void {
    answerFrame(this, socket, frame);
  }

  #receive(socket: FakeSocket, frame: ClientFrame): void {
    if (socket.isClosed || this.isDown) return;
    socket.received.push(frame);
    if (!this.onFrame(socket, frame)) answerFrame(this, socket, frame);
  }

  #spread(room: FakeRoom, entry: RoomEventEntry, origin: Origin | undefined): void {
    const frame = room.toFrame(entry);
    for (const socket of this.open) {
      if (!socket.isReady || !isHeard(room, socket, entry)) continue;
      const own = origin?.socket === socket ? { requestId: origin.requestId } : {};
      this.deliver(socket, { ...frame, ...own });
    }
  }
}

/** "Removed at seq 57" means that 57 is the last event that the person gets. */
function isHeard(room: FakeRoom, socket: FakeSocket, entry: RoomEventEntry): boolean {
  const isOwnChange = entry.event === "participant_changed" && entry.userId === socket.user.id;
  return room.members.has(socket.user.id) || isOwnChange;
}

function toBody(body: string | Bytes | undefined): Pick<FakeRequest, "body" | "bytes"> {
  if (typeof body === "object") return { body: undefined, bytes: body };
  return { body: body === undefined ? undefined : (JSON.parse(body) as FakeRequest["body"]) };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The operation was aborted")));
  });
}

function toFetchReply({ status, body, headers }: FakeReply, now: number): FetchReply {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  return {
    ok: status < 300,
    status,
    statusText: "",
    headers: {
      get: (name) => (name === "date" ? new Date(now).toUTCString() : (headers?.[name] ?? null)),
    },
    text: async () => text,
  };
}
