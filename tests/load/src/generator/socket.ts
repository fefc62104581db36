import { connect, type Socket } from "node:net";
import type { Dialect, Entry, Resume, SeenEvent } from "./dialects.ts";
import { opcodes, toClientFrame, toClientText, toUpgrade } from "./frames.ts";
import { FrameReader, FrameWalker } from "./walker.ts";

/* One socket of the crowd: the handshake, the greeting, then events counted, or read where it is one of those that decode. */

export interface Target {
  readonly dialect: Dialect;
  readonly port: number;
  readonly slugs: readonly string[];
}

export interface SocketPlan {
  /** Its place in the crowd. */
  readonly place: number;
  readonly entry: Entry;
  readonly decodes: boolean;
  /** Takes what has come only when told to, so that a thousand receivers cost as few system calls as their server's writes. */
  readonly isLazy?: boolean;
  readonly resume?: Resume | undefined;
}

export interface SocketHooks {
  /** So many events have arrived. */
  onEvents(place: number, events: number, at: number): void;
  /** One event, of a socket that decodes; also what is replayed to it while it enters. */
  onSeen(place: number, event: SeenEvent): void;
  onOther(text: string): void;
  /** The code is that of the server's close frame. */
  onClosed(place: number, code: number | undefined): void;
}

type Phase = "upgrading" | "entering" | "ready" | "closed";

const HEADER_END = "\r\n\r\n";
/** Enough of a frame to tell what it is. */
const OTHER_BYTES = 300;

/** Read into by every socket in turn: what is kept of a piece is copied. */
const shared = Buffer.allocUnsafe(256 * 1024);

/** A loopback address has 28,000 ports to leave from; several of them hold any crowd. */
function toLocalAddress(place: number): string {
  return `127.0.0.${1 + (place % 8)}`;
}

export class LoadSocket {
  readonly entered: Promise<void>;
  /** Events since it entered. */
  events = 0;
  phase: Phase = "upgrading";
  readonly #target: Target;
  readonly #plan: SocketPlan;
  readonly #hooks: SocketHooks;
  readonly #net: Socket;
  readonly #walker: FrameWalker;
  readonly #reader: FrameReader;
  #head = "";
  #seen = 0;
  #isCounting = false;
  #closedWith: number | undefined;
  readonly #settle: { readonly resolve: () => void; readonly reject: (error: Error) => void };

  constructor(target: Target, plan: SocketPlan, hooks: SocketHooks) {
    this.#target = target;
    this.#plan = plan;
    this.#hooks = hooks;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.entered = promise;
    this.#settle = { resolve, reject };
    const onControl = (opcode: number, payload: Buffer) => this.#onControl(opcode, payload);
    const onOther = (start: Buffer) => hooks.onOther(start.toString("utf8", 0, OTHER_BYTES));
    this.#walker = new FrameWalker(target.dialect.mark, { onOther, onControl });
    this.#reader = new FrameReader((text) => this.#onText(text), onControl);
    this.#net = connect({
      host: "127.0.0.1",
      port: target.port,
      localAddress: toLocalAddress(plan.place),
      noDelay: true,
      onread: { buffer: shared, callback: (bytes) => this.#onPiece(bytes) },
    });
    this.#net.on("connect", () => this.#upgrade());
    this.#net.on("error", (error) => this.#settle.reject(error));
    this.#net.on("close", () => this.#onClose());
  }

  send(text: string): void {
    this.#net.write(toClientText(text));
  }

  /** Takes nothing from the server any more until `takeOn`. */
  stall(): void {
    this.#net.pause();
  }

  takeOn(): void {
    this.#net.resume();
  }

  /** Breaks the connection as a network does: no good-bye of any kind. */
  cut(): void {
    this.phase = "closed";
    this.#net.resetAndDestroy();
  }

  #upgrade(): void {
    const { dialect, port } = this.#target;
    const headers = dialect.headers(this.#plan.entry);
    this.#net.write(toUpgrade(`127.0.0.1:${port}`, dialect.path(this.#rooms()), headers));
  }

  #rooms(): string[] {
    return this.#plan.entry.rooms.map((room) => this.#target.slugs[room] ?? "");
  }

  #onPiece(bytes: number): boolean {
    const at = performance.now();
    const piece = shared.subarray(0, bytes);
    if (this.#isCounting) {
      const events = this.#walker.walk(piece);
      if (events > 0) this.#count(events, at);
      // Reading stops until `takeOn` where this is false.
      return this.#plan.isLazy !== true;
    }
    if (this.phase === "upgrading") this.#onAnswer(piece);
    else this.#readPiece(piece, at);
    return true;
  }

  #onAnswer(piece: Buffer): void {
    this.#head += piece.toString("latin1");
    const end = this.#head.indexOf(HEADER_END);
    if (end < 0) return;
    if (!this.#head.startsWith("HTTP/1.1 101 ")) {
      this.#settle.reject(new Error(`The server refused the socket: ${this.#head.slice(0, 500)}`));
      this.cut();
      return;
    }
    this.phase = "entering";
    const rest = Buffer.from(this.#head.slice(end + HEADER_END.length), "latin1");
    this.#head = "";
    const hello = this.#target.dialect.hello(this.#plan.resume);
    if (hello !== undefined) this.send(hello);
    if (rest.length > 0) this.#readPiece(rest, performance.now());
  }

  /** While it enters every frame is read; one that does not decode goes over to counting when it is in. */
  #readPiece(piece: Buffer, at: number): void {
    const before = this.#seen;
    this.#reader.read(piece);
    const events = this.#seen - before;
    if (events > 0) this.#count(events, at);
    this.#isCounting = this.phase === "ready" && !this.#plan.decodes && this.#reader.isEmpty;
  }

  #onText(text: string): void {
    const { dialect } = this.#target;
    if (this.phase === "entering") this.#greet(text);
    const events = dialect.read(text);
    if (events.length === 0) this.#hooks.onOther(text.slice(0, OTHER_BYTES));
    this.#seen += events.length;
    if (!this.#plan.decodes) return;
    for (const event of events) this.#hooks.onSeen(this.#plan.place, event);
  }

  #greet(text: string): void {
    const step = this.#target.dialect.greet(text, this.#rooms());
    if (step.kind === "send") this.send(step.text);
    else if (step.kind === "ready") {
      this.phase = "ready";
      this.#settle.resolve();
    } else if (step.kind === "refused") this.#settle.reject(new Error(step.reason));
  }

  #count(events: number, at: number): void {
    this.events += events;
    this.#hooks.onEvents(this.#plan.place, events, at);
  }

  #onControl(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.#net.write(toClientFrame(opcodes.pong, payload));
    if (opcode !== opcodes.close) return;
    this.#closedWith = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
    this.#net.end(toClientFrame(opcodes.close, payload));
  }

  #onClose(): void {
    const wasCut = this.phase === "closed";
    this.phase = "closed";
    this.#settle.reject(new Error("The connection was closed before the socket had entered"));
    if (!wasCut) this.#hooks.onClosed(this.#plan.place, this.#closedWith);
  }
}
