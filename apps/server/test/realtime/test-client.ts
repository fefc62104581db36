import type { ClientFrame, ServerFrame } from "@colbin/protocol";
import { SOCKET_PATH } from "@colbin/protocol";
import { WebSocket, type ClientOptions } from "ws";
import { people, type Name } from "./test-node.ts";

/** A frame as it arrived, with whatever it holds. */
export type Received = ServerFrame & Readonly<Record<string, unknown>>;

const PATIENCE_MS = 20_000;

interface Waiter {
  readonly matches: (frame: Received) => boolean;
  readonly resolve: (frame: Received) => void;
}

/** A client on a real socket that remembers everything it got. */
export class TestClient {
  readonly ws: WebSocket;
  readonly frames: Received[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #waiters: Waiter[] = [];
  #pings = 0;
  #pongs = 0;

  constructor(ws: WebSocket) {
    this.ws = ws;
    this.closed = new Promise((resolve) => {
      ws.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    ws.on("error", () => {});
    ws.on("message", (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Received));
  }

  send(frame: ClientFrame): void {
    this.sendRaw(JSON.stringify(frame));
  }

  sendRaw(data: string | Buffer): void {
    this.ws.send(data);
  }

  /** The first frame, past or future, that fits. */
  until(matches: (frame: Received) => boolean): Promise<Received> {
    const known = this.frames.find(matches);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const types = this.frames.map((frame) => JSON.stringify(frame).slice(0, 120));
        reject(new Error(`The frame did not come; there were:\n${types.slice(-20).join("\n")}`));
      }, PATIENCE_MS);
      const found = (frame: Received): void => {
        clearTimeout(timer);
        resolve(frame);
      };
      this.#waiters.push({ matches, resolve: found });
    });
  }

  reply(requestId: string): Promise<Received> {
    return this.until((frame) => frame["requestId"] === requestId);
  }

  /** Everything that the server had queued for this socket before has arrived afterwards. */
  async fence(): Promise<void> {
    this.#pings += 1;
    const wanted = this.#pings;
    this.send({ type: "ping" });
    await this.until(() => this.#pongs >= wanted);
  }

  /** The seqs of the room events that arrived, in order of arrival. */
  seqs(slug: string): unknown[] {
    return this.frames
      .filter((frame) => frame.type === "SERVER_ROOM_EVENT" && frame["sessionRoomSlug"] === slug)
      .flatMap((frame) => (frame["seq"] === undefined ? [] : [frame["seq"]]));
  }

  async subscribe(...sessionRoomSlugs: string[]): Promise<void> {
    const requestId = `subscribe-${Math.random()}`;
    this.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId, sessionRoomSlugs });
    await this.reply(requestId);
  }

  #receive(frame: Received): void {
    this.frames.push(frame);
    if (frame.type === "pong") this.#pongs += 1;
    const fitting = this.#waiters.filter((waiter) => waiter.matches(frame));
    this.#waiters = this.#waiters.filter((waiter) => !fitting.includes(waiter));
    for (const waiter of fitting) waiter.resolve(frame);
  }
}

interface ConnectOptions {
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly options?: ClientOptions;
}

const ORIGIN = "https://chat.example.org";

/** Path and query of the socket. */
export function toPath(query: Readonly<Record<string, string>>): string {
  return `${SOCKET_PATH}?${new URLSearchParams(query).toString()}`;
}

/** Opens a socket, not yet authenticated. */
export async function open(
  { port }: { readonly port: number },
  name: Name,
  { token = `token-${name}`, query, options }: ConnectOptions = {},
): Promise<TestClient> {
  const path = toPath({
    accessToken: token,
    userId: people[name].userId,
    connectionId: `tab-of-${name}`,
    ...query,
  });
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { origin: ORIGIN },
    ...options,
  });
  const client = new TestClient(ws);
  await new Promise<void>((resolve, reject) => {
    ws.once("open", resolve);
    ws.once("error", reject);
  });
  return client;
}

/** Opens a socket and authenticates it. */
export async function connect(
  node: { readonly port: number },
  name: Name,
  how: ConnectOptions = {},
): Promise<TestClient> {
  const client = await open(node, name, how);
  client.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "auth" });
  await client.reply("auth");
  return client;
}

/** A connected client that hears a room. */
export async function inRoom(
  node: { readonly port: number },
  name: Name,
  room = "general",
): Promise<TestClient> {
  const client = await connect(node, name);
  await client.subscribe(room);
  return client;
}

/** Sends a message whose text is its request id. */
export function send(client: TestClient, room: string, requestId: string): void {
  client.send({
    type: "CLIENT_SEND_MESSAGE",
    requestId,
    sessionRoomSlug: room,
    content: requestId,
  });
}
