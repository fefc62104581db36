import type { Socket } from "node:net";
import {
  CONGESTED_BYTES,
  REPLY_BUFFER_BYTES,
  SOCKET_BUFFER_BYTES,
  STALL_MS,
  TURN_BYTES,
  WAITING_SHED_SHARE,
} from "./bounds.ts";
import type { ByteCount } from "./growing-bytes.ts";
import type { Dropped, RealtimeMetrics } from "./metrics.ts";
import type { Turn } from "./turn.ts";

/*
 * The outgoing side of one socket. Ready frames gather during a turn and leave in one write. Everything goes through here,
 * control frames too, so frames never mix; after the good-bye nothing more is written.
 */

/** What the writers of one process share. */
export interface WriterContext {
  readonly turn: Turn;
  readonly metrics: RealtimeMetrics;
  /** Writers whose bytes the system did not take at once; looked at every tick. */
  readonly lagging: Set<SocketWriter>;
  /** What waits for all of them together, as last looked at, and its bound. */
  readonly waiting: ByteCount;
  readonly waitingMax: number;
  now(): number;
}

/** Below this, copying the pieces together is cheaper than a gathering write. */
const CONCAT_BYTES = 32 * 1024;

/** Who is told when a socket is beyond its bound. */
interface SlowOwner {
  tooSlow(): void;
}

export class SocketWriter {
  readonly #net: Socket;
  readonly #context: WriterContext;
  readonly #owner: SlowOwner;
  /** What leaves with this turn. Mostly it is one piece: a list of its own for each of thousands of sockets is much garbage. */
  #first: Buffer | undefined;
  #rest: Buffer[] | undefined;
  #queuedBytes = 0;
  #queuedFrames = 0;
  #queuedReplies = 0;
  /** Bytes of answers that may still wait; the bound for live frames stands on top of them. */
  #waitingReplies = 0;
  #isClosing = false;
  #mark = 0;
  #markedAt = 0;
  #handed = 0;
  #waiters: (() => void)[] | undefined;
  #hearsDrain = false;
  #isCut = false;
  /** As much of what waits for all as is this socket's. */
  #counted = 0;

  constructor(net: Socket, context: WriterContext, owner: SlowOwner) {
    this.#net = net;
    this.#context = context;
    this.#owner = owner;
  }

  /** Queues whole frames that leave with this turn. */
  push(chunk: Buffer, frames = 1): void {
    if (this.#isClosing) return;
    if (this.#first) (this.#rest ??= []).push(chunk);
    else {
      this.#first = chunk;
      this.#context.turn.addSocket(this);
    }
    this.#queuedBytes += chunk.length;
    this.#queuedFrames += frames;
    if (this.#queuedBytes > TURN_BYTES) this.flush();
  }

  /** Queues an answer that the client asked for: it may be larger than what live frames are allowed to pile up. */
  pushReply(chunk: Buffer): void {
    if (this.#isClosing) return;
    this.#queuedReplies += chunk.length;
    this.push(chunk);
  }

  /** Queues a live-only frame, or drops it when the socket is congested: false. */
  pushDroppable(chunk: Buffer, what: Dropped): boolean {
    const { isCongested } = this;
    if (isCongested) this.#context.metrics.dropped(what);
    else this.push(chunk);
    return !isCongested;
  }

  get isCongested(): boolean {
    return this.waitingBytes > CONGESTED_BYTES;
  }

  /** Bytes that the system has not taken yet. */
  get waitingBytes(): number {
    return this.#net.writableLength;
  }

  /** True once the good-bye was said: nothing more is queued. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Settles when the system has taken what was queued, or the socket is gone. */
  drained(): Promise<void> {
    this.flush();
    if (!this.isCongested || this.#isClosing) return Promise.resolve();
    return new Promise((resolve) => {
      (this.#waiters ??= []).push(resolve);
    });
  }

  /** Writes what is queued in one go. */
  flush(): void {
    const first = this.#first;
    const rest = this.#rest;
    if (!first) return;
    const bytes = this.#queuedBytes;
    const frames = this.#queuedFrames;
    if (this.waitingBytes === 0) this.#waitingReplies = 0;
    this.#waitingReplies += this.#queuedReplies;
    this.#first = undefined;
    this.#rest = undefined;
    this.#queuedBytes = 0;
    this.#queuedFrames = 0;
    this.#queuedReplies = 0;
    if (rest) this.#write([first, ...rest], bytes);
    else this.#net.write(first);
    this.#handed += bytes;
    this.#context.turn.countWrite(frames, bytes);
    if (this.waitingBytes > 0) this.#lag();
  }

  #write(chunks: readonly Buffer[], bytes: number): void {
    const net = this.#net;
    if (bytes <= CONCAT_BYTES) net.write(Buffer.concat(chunks, bytes));
    else {
      net.cork();
      for (const chunk of chunks) net.write(chunk);
      net.uncork();
    }
  }

  /** The system did not take everything: watch this socket, and let go of it when it is beyond its bound. */
  #lag(): void {
    const waiting = this.#count();
    const replies = Math.min(this.#waitingReplies, REPLY_BUFFER_BYTES);
    if (waiting > SOCKET_BUFFER_BYTES + replies) {
      this.#owner.tooSlow();
      return;
    }
    if (!this.#context.lagging.has(this)) {
      this.#context.lagging.add(this);
      this.#mark = this.progress;
      this.#markedAt = this.#context.now();
    }
    shedOver(this.#context);
    // `drain` comes only after a write that returned false, which is certain beyond this size. Most sockets never get there.
    if (waiting > CONGESTED_BYTES && !this.#hearsDrain) {
      this.#hearsDrain = true;
      this.#net.on("drain", () => this.#relieve());
    }
  }

  #count(): number {
    const waiting = this.#isCut ? 0 : this.waitingBytes;
    this.#context.waiting.bytes += waiting - this.#counted;
    this.#counted = waiting;
    return waiting;
  }

  /** Lets go of the socket and of everything that waits for it. */
  cut(): void {
    this.#owner.tooSlow();
    this.terminate();
    this.#isCut = true;
    this.#count();
    this.#context.lagging.delete(this);
  }

  #relieve(): void {
    const waiters = this.#waiters;
    this.#waiters = undefined;
    for (const resolve of waiters ?? []) resolve();
  }

  /** Closes the socket when it has taken nothing for too long. Called every tick while it lags. */
  checkProgress(): void {
    if (this.#count() === 0) {
      this.#context.lagging.delete(this);
      return;
    }
    const progress = this.progress;
    const now = this.#context.now();
    if (progress !== this.#mark) {
      this.#mark = progress;
      this.#markedAt = now;
    } else if (now - this.#markedAt >= STALL_MS) this.#owner.tooSlow();
  }

  /**
   * A number that changes whenever the system takes bytes. The stream counts whole writes only; what the handle still
   * has of the write that is on its way tells a slow client from a stuck one (net.Socket's own timeout looks there too).
   */
  get progress(): number {
    const { _handle } = this.#net as { readonly _handle?: { readonly writeQueueSize?: number } };
    return this.#handed - this.#net.writableLength - (_handle?.writeQueueSize ?? 0);
  }

  /** Sends what is queued and then the good-bye, if there is anybody to hear it; later frames are dropped. */
  close(goodBye: Buffer | undefined): void {
    if (this.#isClosing) return;
    this.flush();
    // NOTE: the flush itself may have found the socket too slow and closed it.
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#relieve();
    if (goodBye && this.#net.writable) this.#net.write(goodBye);
  }

  /** Drops the connection without a good-bye. */
  terminate(): void {
    this.#net.destroy();
  }

  /** Lets go of everything when the connection is gone. */
  dispose(): void {
    this.#isClosing = true;
    this.#first = undefined;
    this.#rest = undefined;
    this.#isCut = true;
    this.#count();
    this.#context.lagging.delete(this);
    this.#relieve();
  }

  /** Stops or continues reading from the client. */
  setReading(isReading: boolean): void {
    if (isReading) this.#net.resume();
    else this.#net.pause();
  }
}

/** The worst go first: they are the likeliest to be lost anyway, and what is freed keeps the others. */
function shedOver({ waiting, waitingMax, lagging }: WriterContext): void {
  if (waiting.bytes <= waitingMax) return;
  const worst = [...lagging].toSorted((one, other) => other.waitingBytes - one.waitingBytes);
  for (const writer of worst) {
    if (waiting.bytes <= waitingMax * WAITING_SHED_SHARE) return;
    writer.cut();
  }
}
