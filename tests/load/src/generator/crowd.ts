import {
  dialects,
  type DialectName,
  type Entry,
  type SeenEvent,
  type SendHow,
} from "./dialects.ts";
import { LoadSocket, type SocketHooks, type Target } from "./socket.ts";

export interface CrowdPlan {
  readonly dialect: DialectName;
  readonly port: number;
  /** Addresses of the rooms. */
  readonly slugs: readonly string[];
  readonly entries: readonly Entry[];
  /** One socket in so many reads what it gets; the others count. */
  readonly decodeEvery: number;
  /** One socket in so many, and those that decode, read at once, and latencies are theirs; the others every 50 ms. */
  readonly promptEvery?: number;
}

/** Who is told what arrives. */
export interface CrowdListener {
  onEvents(place: number, events: number, at: number): void;
  onSeen(place: number, event: SeenEvent): void;
  onOther(text: string): void;
  onClosed(code: number | undefined): void;
}

/** Sockets on their way in at the same time: more would measure the queue of the system's accept. */
const ENTERING_MAX = 200;
const LAZY_MS = 50;
const LAZY_PARTS = 10;
const HEARTBEAT_MS = 30_000;
const HEARTBEAT_PARTS = 60;

/** Sockets of one server, each counted against its first room. */
/** A message to be sent. */
export interface Sent extends SendHow {
  readonly content: string;
}

export class Crowd implements SocketHooks {
  readonly roomCount: number;
  readonly #plan: CrowdPlan;
  readonly #target: Target;
  readonly #sockets: LoadSocket[] = [];
  readonly #members: number[][];
  #listener: CrowdListener | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reading: NodeJS.Timeout | undefined;
  /** From here on sockets take nothing. */
  #stalledFrom = Number.POSITIVE_INFINITY;

  constructor(plan: CrowdPlan) {
    this.#plan = plan;
    this.roomCount = plan.slugs.length;
    this.#target = { dialect: dialects[plan.dialect], port: plan.port, slugs: plan.slugs };
    this.#members = plan.slugs.map(() => []);
  }

  get size(): number {
    return this.#plan.entries.length;
  }

  /** The room that counts for a socket. */
  roomOf(place: number): number {
    return this.#plan.entries[place]?.rooms[0] ?? 0;
  }

  /** Does a socket read at once? */
  isPrompt(place: number): boolean {
    const { decodeEvery, promptEvery = 1 } = this.#plan;
    return place % promptEvery === 0 || place % decodeEvery === 0;
  }

  /** Lets everybody in; rejects with the first refusal. */
  async open(): Promise<void> {
    const waiting = this.#plan.entries.entries();
    await Promise.all(Array.from({ length: ENTERING_MAX }, () => this.#enterAll(waiting)));
    this.#beat();
    if (this.#plan.promptEvery !== undefined) this.#readInParts();
  }

  async #enterAll(waiting: Iterable<[number, Entry]>): Promise<void> {
    for (const [place, entry] of waiting) {
      const decodes = place % this.#plan.decodeEvery === 0;
      const isLazy = !this.isPrompt(place);
      const socket = new LoadSocket(this.#target, { place, entry, decodes, isLazy }, this);
      this.#sockets[place] = socket;
      this.#members[this.roomOf(place)]?.push(place);
      await socket.entered;
    }
  }

  listen(listener: CrowdListener | undefined): void {
    this.#listener = listener;
  }

  /** Sends into a room as the person whose turn it is, among the sockets before `end`; returns the place of that one. */
  send(room: number, turn: number, end: number, { content, ...how }: Sent): number {
    const members = this.#members[room] ?? [];
    const active = end < this.size ? members.filter((place) => place < end) : members;
    const place = active[turn % active.length] ?? 0;
    const { dialect, slugs } = this.#target;
    this.#sockets[place]?.send(dialect.send(slugs[room] ?? "", content, how));
    return place;
  }

  /** Sends into the room that counts for this socket. */
  sendFrom(place: number, { content, ...how }: Sent): void {
    const { dialect, slugs } = this.#target;
    this.#sockets[place]?.send(dialect.send(slugs[this.roomOf(place)] ?? "", content, how));
  }

  /** Sends a frame of Colbin's, as it is. */
  write(place: number, frame: object): void {
    this.#sockets[place]?.send(JSON.stringify(frame));
  }

  /** Places of the sockets that read what they get. */
  decoding(): number[] {
    const places = Array.from({ length: this.size }, (_, place) => place);
    return places.filter((place) => place % this.#plan.decodeEvery === 0);
  }

  /** Sockets from this place on take nothing until `takeOn`. */
  stall(from: number): void {
    this.#stalledFrom = from;
    for (const socket of this.#sockets.slice(from)) socket.stall();
  }

  takeOn(): void {
    this.#stalledFrom = Number.POSITIVE_INFINITY;
    for (const socket of this.#sockets) socket.takeOn();
  }

  close(): void {
    clearInterval(this.#heartbeat);
    clearInterval(this.#reading);
    for (const socket of this.#sockets) socket.cut();
  }

  onEvents(place: number, events: number, at: number): void {
    this.#listener?.onEvents(place, events, at);
  }

  onSeen(place: number, event: SeenEvent): void {
    this.#listener?.onSeen(place, event);
  }

  onOther(text: string): void {
    this.#listener?.onOther(text);
  }

  onClosed(_place: number, code: number | undefined): void {
    this.#listener?.onClosed(code);
  }

  /** As the real client does, in small parts: nobody's thousand people ping in the same millisecond. */
  #beat(): void {
    const { heartbeat } = this.#target.dialect;
    if (heartbeat === undefined) return;
    let part = 0;
    this.#heartbeat = setInterval(() => {
      part = (part + 1) % HEARTBEAT_PARTS;
      for (let place = part; place < this.#sockets.length; place += HEARTBEAT_PARTS) {
        const socket = this.#sockets[place];
        if (socket?.phase === "ready") socket.send(heartbeat);
      }
    }, HEARTBEAT_MS / HEARTBEAT_PARTS);
  }

  #readInParts(): void {
    let part = 0;
    this.#reading = setInterval(() => {
      part = (part + 1) % LAZY_PARTS;
      const end = Math.min(this.#sockets.length, this.#stalledFrom);
      for (let place = part; place < end; place += LAZY_PARTS) {
        if (!this.isPrompt(place)) this.#sockets[place]?.takeOn();
      }
    }, LAZY_MS / LAZY_PARTS);
  }
}
