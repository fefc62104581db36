import type { RawSocket, RawSocketHandlers } from "@colbin/client";
import { FrameParser, toCloseFrame, toMaskedFrame, toTextFrame } from "./frames.ts";
import type { Random } from "./random.ts";
import type { Owner, Scheduler } from "./scheduler.ts";
import { ServerSocket, type ByteSink } from "./server-socket.ts";

/** How a connection behaves; changes while it lives. */
export interface Weather {
  /** Milliseconds of one way. */
  latency: readonly [number, number];
  /** Bytes that the client takes in a millisecond; none is no limit. */
  rate: number | undefined;
  /** Share of deliveries that come in pieces. */
  pieces: number;
}

/** A node as a connection sees it. */
export interface Door {
  readonly owner: Owner;
  /** Takes the upgrade, or answers false: nobody listens. */
  accept(url: string, socket: ServerSocket): boolean;
}

export interface ConnectionOptions {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly weather: Weather;
  readonly tab: Owner;
  readonly door: Door;
  readonly url: string;
  readonly handlers: RawSocketHandlers;
  /** Everything that the client reads, before it does. */
  readonly onServerText: (text: string) => void;
  readonly onClientText: (text: string) => void;
  readonly onEnd: () => void;
}

const ABNORMAL = 1006;
const BEHIND_MS = 1_000;

/** One websocket between a tab and a node, byte by byte, with everything that a network does to it. */
export class Connection implements RawSocket, ByteSink {
  readonly #options: ConnectionOptions;
  readonly #server: ServerSocket;
  readonly #parser: FrameParser;
  #head = "";
  #isUpgraded = false;
  #hasEnded = false;
  #hasSentClose = false;
  #closeCode = ABNORMAL;
  /** Bytes that still arrive; after them the connection is cut. */
  #bytesLeft = Number.POSITIVE_INFINITY;
  /** Nothing arrives any more, and nobody is told. */
  #isSilent = false;
  #lastDown = 0;
  #lastUp = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#server = new ServerSocket(this, "10.0.0.1");
    this.#parser = new FrameParser({
      onText: (text) => {
        if (this.#hasEnded) return;
        options.onServerText(text);
        options.handlers.onText(text);
      },
      onClose: (code) => this.#answerClose(code),
      onPing: (payload) => this.#sendUp(toMaskedFrame(10, payload)),
    });
    options.scheduler.after(this.#latency(), () => this.#open(), options.door.owner);
    // A node that is dead does not even run the task above.
    if (options.door.owner.isDead) this.#afterTab(this.#latency(), () => this.#fail());
  }

  get door(): Door {
    return this.#options.door;
  }

  /** Does what is said here still reach the other side? */
  get isAlive(): boolean {
    return this.#isUpgraded && !this.#hasEnded && !this.#isSilent;
  }

  send(text: string): void {
    if (this.#hasEnded || !this.#isUpgraded || this.#hasSentClose) return;
    this.#options.onClientText(text);
    this.#sendUp(toTextFrame(text));
  }

  close(code: number): void {
    if (this.#hasEnded) return;
    if (!this.#isUpgraded) {
      this.#endBoth();
      return;
    }
    if (this.#hasSentClose) return;
    this.#hasSentClose = true;
    this.#sendUp(toCloseFrame(code));
    // A browser gives up on the answer after a while.
    this.#afterTab(3_000, () => this.#endBoth());
  }

  /** Bytes are still on a slow way to the client. */
  get isBehind(): boolean {
    return this.#lastDown > this.#options.scheduler.now + BEHIND_MS;
  }

  /** The connection breaks now; both sides hear of it soon. */
  cut(): void {
    this.#endBoth();
  }

  /** The connection breaks in the middle of what the server says next. */
  cutAfter(bytes: number): void {
    this.#bytesLeft = Math.min(this.#bytesLeft, bytes);
  }

  /** The network eats everything, and neither side is told. */
  silence(): void {
    this.#isSilent = true;
  }

  /** The node is gone. */
  nodeDied(isTold: boolean): void {
    this.#isSilent = true;
    if (isTold) this.#afterTab(this.#latency(), () => this.#fail());
  }

  /** The tab is gone: nothing reaches it any more, and the server hears of it soon, or never. */
  abandon(isTold: boolean): void {
    this.#hasEnded = true;
    this.#options.onEnd();
    const { scheduler, door } = this.#options;
    if (isTold && !this.#isSilent)
      scheduler.after(this.#latency(), () => this.#server.destroy(), door.owner);
    else this.#isSilent = true;
  }

  // What the server writes.

  take(bytes: Buffer): void {
    if (this.#isSilent) return;
    for (const piece of this.#cut(bytes))
      this.#afterTab(this.#downDelay(piece.length), () => this.#receive(piece));
  }

  end(): void {
    if (!this.#isSilent) this.#afterTab(this.#downDelay(0), () => this.#fail());
  }

  gone(): void {
    if (!this.#isSilent) this.#afterTab(this.#downDelay(0), () => this.#fail());
  }

  #latency(): number {
    const [least, most] = this.#options.weather.latency;
    return this.#options.random.between(least, most);
  }

  #afterTab(delayMs: number, run: () => void): void {
    this.#options.scheduler.after(delayMs, run, this.#options.tab);
  }

  #open(): void {
    const { door, url } = this.#options;
    if (this.#hasEnded || this.#isSilent) return;
    if (!door.accept(url, this.#server)) {
      this.#afterTab(this.#latency(), () => this.#fail());
    }
  }

  /** Time until the bytes after those that are on their way arrive: a stream keeps its order. */
  #downDelay(length: number): number {
    const { scheduler, weather } = this.#options;
    const slow = weather.rate === undefined ? 0 : length / weather.rate;
    this.#lastDown = Math.max(scheduler.now + this.#latency(), this.#lastDown + slow);
    return this.#lastDown - scheduler.now;
  }

  /** Some deliveries come in pieces. */
  #cut(bytes: Buffer): Buffer[] {
    const { random, weather } = this.#options;
    if (bytes.length < 2 || !random.chance(weather.pieces)) return [bytes];
    const length = random.from(1, bytes.length - 1);
    return [bytes.subarray(0, length), ...this.#cut(bytes.subarray(length))];
  }

  #receive(bytes: Buffer): void {
    if (this.#hasEnded || this.#isSilent) return;
    const arrived = bytes.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= arrived.length;
    if (this.#isUpgraded) this.#parser.take(arrived);
    else this.#readHead(arrived);
    if (this.#bytesLeft <= 0) this.#endBoth();
  }

  #readHead(bytes: Buffer): void {
    this.#head += bytes.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return;
    if (!this.#head.startsWith("HTTP/1.1 101")) {
      this.#endBoth();
      return;
    }
    this.#isUpgraded = true;
    const rest = Buffer.from(this.#head.slice(end + 4), "latin1");
    this.#options.handlers.onOpen();
    if (rest.length > 0) this.#parser.take(rest);
  }

  #sendUp(bytes: Buffer): void {
    const { scheduler, door } = this.#options;
    for (const piece of this.#cut(bytes)) {
      this.#lastUp = Math.max(scheduler.now + this.#latency(), this.#lastUp);
      const arrive = (): void => {
        if (!this.#isSilent) this.#server.receive(piece);
      };
      scheduler.after(this.#lastUp - scheduler.now, arrive, door.owner);
    }
  }

  #answerClose(code: number): void {
    if (this.#hasEnded) return;
    this.#closeCode = code;
    if (!this.#hasSentClose) {
      this.#hasSentClose = true;
      this.#sendUp(toCloseFrame(code));
    }
    this.#afterTab(this.#latency(), () => this.#endBoth());
  }

  /** Ends the tab's side now and the server's after a moment. */
  #endBoth(): void {
    const { scheduler, door } = this.#options;
    if (!this.#isSilent) {
      this.#lastUp = Math.max(scheduler.now + this.#latency(), this.#lastUp);
      scheduler.after(this.#lastUp - scheduler.now, () => this.#server.destroy(), door.owner);
    }
    this.#fail();
  }

  #fail(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { handlers, onEnd } = this.#options;
    onEnd();
    if (this.#closeCode === ABNORMAL) handlers.onError();
    handlers.onClose(this.#closeCode);
  }
}
