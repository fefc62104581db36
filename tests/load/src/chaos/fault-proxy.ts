import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Random } from "./random.ts";

/*
 * A TCP proxy that makes connections ill, as networks do. It stands between a client and a server, a server and its
 * database, or a server and NATS, and knows nothing of what they say to each other.
 */

export type Illness =
  /** Every byte comes later, in both directions; the order stays. */
  | { readonly kind: "latency"; readonly ms: number; readonly jitterMs: number }
  /** Nothing passes and nobody is told, until the end of the illness resets the connection. New ones fare alike. */
  | { readonly kind: "half-open" }
  /** The present connections are reset (RST). */
  | { readonly kind: "reset" }
  /** Reset after so many more bytes, counted in both directions; the byte before is still delivered. */
  | { readonly kind: "cut-after"; readonly bytes: number }
  /** What the client says arrives, the answer does not; so long after the first lost answer the connection is reset. */
  | { readonly kind: "cut-reply"; readonly ms: number }
  /** Nothing moves until the illness is over; then everything goes on as if nothing had been. */
  | { readonly kind: "stall" }
  /** A second connection says once more what the first has said so far; nobody listens to the answers. */
  | { readonly kind: "duplicate" };

export interface FaultProxy {
  readonly port: number;
  /** Connections that are open now. */
  count(): number;
  /** Makes this share of the connections ill, at least one, and of the ones that open meanwhile; returns the cure. */
  inject(illness: Illness, share: number): () => void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Where the next connection leads; undefined where nobody is, which refuses it. */
  readonly target: () => { readonly host: string; readonly port: number } | undefined;
  readonly random: Random;
}

/** What a connection said is kept up to here, for a duplicate. */
const RECORD_MAX_BYTES = 256 * 1024;
/** A sink that takes nothing lets its source wait from here on. */
const QUEUE_MAX_BYTES = 1024 * 1024;
const DUPLICATE_MS = 2_000;

/** Opens a proxy on a free port of loopback. */
export async function openFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  const active = new Map<Illness, number>();
  const { random, target } = options;
  const server: Server = createServer((near) => {
    const to = target();
    if (!to) {
      near.on("error", () => undefined);
      near.resetAndDestroy();
      return;
    }
    const pair = new Pair(near, connect({ ...to, noDelay: true }), random);
    pairs.add(pair);
    pair.onGone = () => pairs.delete(pair);
    for (const [illness, share] of active) if (random.isHit(share)) pair.fall(illness);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    count: () => pairs.size,
    inject(illness, share) {
      const present = random.shuffled([...pairs]);
      const chosen = present.filter((_, place) => place === 0 || random.isHit(share));
      for (const pair of chosen) pair.fall(illness);
      if (illness.kind === "reset" || illness.kind === "duplicate") return () => undefined;
      active.set(illness, share);
      return () => {
        active.delete(illness);
        for (const pair of pairs) pair.recover(illness);
      };
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const pair of pairs) pair.reset();
      await closed;
    },
  };
}

/** One connection of a client and the one that leads on to the server. */
class Pair {
  onGone: () => void = () => undefined;
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #random: Random;
  readonly #ill = new Set<Illness>();
  readonly #said: Buffer[] = [];
  #saidBytes = 0;
  #bytesLeft = Number.POSITIVE_INFINITY;
  #cutTimer: NodeJS.Timeout | undefined;
  readonly #toServer: Flow;
  readonly #toClient: Flow;

  constructor(near: Socket, far: Socket, random: Random) {
    this.#near = near;
    this.#far = far;
    this.#random = random;
    near.setNoDelay(true);
    this.#toServer = new Flow(near, far);
    this.#toClient = new Flow(far, near);
    near.on("data", (bytes: Buffer) => {
      this.#record(bytes);
      this.#pass(bytes, this.#toServer);
    });
    far.on("data", (bytes: Buffer) => this.#pass(bytes, this.#toClient));
    for (const [socket, flow] of [
      [near, this.#toServer],
      [far, this.#toClient],
    ] as const) {
      socket.on("error", () => undefined);
      socket.on("close", (hadError) => this.#closed(flow, hadError));
    }
  }

  fall(illness: Illness): void {
    switch (illness.kind) {
      case "reset":
        this.reset();
        return;
      case "duplicate":
        this.#duplicate();
        return;
      case "cut-after":
        this.#bytesLeft = illness.bytes;
        break;
      case "latency":
      case "half-open":
      case "cut-reply":
      case "stall":
        break;
    }
    this.#ill.add(illness);
    this.#steer();
  }

  recover(illness: Illness): void {
    if (!this.#ill.delete(illness)) return;
    // What was swallowed cannot be given back: the streams are broken, and now both ends learn it.
    if (illness.kind === "half-open" || illness.kind === "cut-reply") this.reset();
    if (illness.kind === "cut-after") this.#bytesLeft = Number.POSITIVE_INFINITY;
    this.#steer();
  }

  reset(): void {
    clearTimeout(this.#cutTimer);
    this.#ill.clear();
    for (const socket of [this.#near, this.#far]) {
      if (socket.connecting) socket.destroy();
      else if (!socket.destroyed) socket.resetAndDestroy();
    }
    this.#toServer.drop();
    this.#toClient.drop();
    this.onGone();
  }

  #find<K extends Illness["kind"]>(kind: K): Extract<Illness, { kind: K }> | undefined {
    for (const illness of this.#ill)
      if (illness.kind === kind) return illness as Extract<Illness, { kind: K }>;
    return undefined;
  }

  /** A stalled connection is not read at all, so that its ends feel the back-pressure of the other. */
  #steer(): void {
    const isStalled = this.#find("stall") !== undefined;
    this.#toServer.hold(isStalled);
    this.#toClient.hold(isStalled);
  }

  #pass(bytes: Buffer, flow: Flow): void {
    if (this.#find("half-open")) return;
    const reply = this.#find("cut-reply");
    if (reply && flow === this.#toClient) {
      this.#cutTimer ??= setTimeout(() => this.reset(), reply.ms);
      return;
    }
    const whole = bytes.length < this.#bytesLeft;
    const part = whole ? bytes : bytes.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= part.length;
    const latency = this.#find("latency");
    const delay = latency ? latency.ms + this.#random.next() * latency.jitterMs : 0;
    flow.push(part, delay);
    if (!whole) flow.whenEmpty(() => this.reset());
  }

  /** The end of one side is the end of the other, after what is under way; a half-open one is not told. */
  #closed(flow: Flow, hadError: boolean): void {
    if (this.#find("half-open")) return;
    if (hadError) this.reset();
    else
      flow.whenEmpty(() => {
        flow.sink.end();
        if (this.#near.destroyed && this.#far.destroyed) this.onGone();
      });
  }

  #record(bytes: Buffer): void {
    if (this.#saidBytes + bytes.length > RECORD_MAX_BYTES) return;
    this.#said.push(bytes);
    this.#saidBytes += bytes.length;
  }

  #duplicate(): void {
    const { remoteAddress: host, remotePort: port } = this.#far;
    if (host === undefined || port === undefined) return;
    const twin = connect({ host, port });
    twin.on("error", () => undefined);
    twin.on("data", () => undefined);
    twin.end(Buffer.concat(this.#said));
    const timer = setTimeout(() => twin.destroy(), DUPLICATE_MS);
    twin.on("close", () => clearTimeout(timer));
  }
}

interface Parcel {
  readonly bytes: Buffer;
  readonly due: number;
}

/** One direction: what is under way, in order. */
class Flow {
  readonly sink: Socket;
  readonly #source: Socket;
  #parcels: Parcel[] = [];
  #queued = 0;
  #lastDue = 0;
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #onEmpty: (() => void)[] = [];

  constructor(source: Socket, sink: Socket) {
    this.#source = source;
    this.sink = sink;
    sink.on("drain", () => this.#steer());
  }

  push(bytes: Buffer, delayMs: number): void {
    this.#lastDue = Math.max(this.#lastDue, performance.now() + delayMs);
    this.#parcels.push({ bytes, due: this.#lastDue });
    this.#queued += bytes.length;
    this.#deliver();
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#deliver();
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#parcels = [];
    this.#onEmpty = [];
  }

  whenEmpty(task: () => void): void {
    this.#onEmpty.push(task);
    this.#deliver();
  }

  #deliver(): void {
    clearTimeout(this.#timer);
    while (!this.#isHeld) {
      const [first] = this.#parcels;
      if (!first) break;
      const wait = first.due - performance.now();
      if (wait > 0.5) {
        this.#timer = setTimeout(() => this.#deliver(), wait);
        break;
      }
      this.#parcels.shift();
      this.#queued -= first.bytes.length;
      if (this.sink.writable) this.sink.write(first.bytes);
    }
    if (this.#parcels.length === 0) {
      const tasks = this.#onEmpty;
      this.#onEmpty = [];
      for (const task of tasks) flush(this.sink, task);
    }
    this.#steer();
  }

  #steer(): void {
    const isFull = this.#queued > QUEUE_MAX_BYTES || this.sink.writableNeedDrain;
    if (this.#isHeld || isFull) this.#source.pause();
    else this.#source.resume();
  }
}

/** Runs a task when the kernel has everything that was written; a reset before that would take it back. */
function flush(sink: Socket, task: () => void): void {
  if (sink.writable && sink.writableLength > 0) sink.write("", () => task());
  else task();
}
