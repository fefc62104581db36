import type { RealtimeMetrics } from "./metrics.ts";

/** Gathers in one turn of the event loop what then leaves together. */
interface Flushable {
  flush(): void;
}

/**
 * How long writing may keep the process from everything else, in milliseconds. Thousands of sockets take longer than the next
 * batch takes in the database: it would wait for all of them to be heard, and once more to leave.
 */
const SLICE_MS = 8;
/** Sockets between two looks at the clock. */
const SLICE_SOCKETS = 16;
/**
 * Where more is waiting at the end of a turn that wrote for this long, there is a pause of the same length, up to a bound: the
 * next write of each socket then carries more events, and half of the time remains for all else.
 */
const LONG_MS = 10;
const PAUSE_MAX_MS = 20;

/**
 * One flush per turn of the event loop: first every room hands its events to the queues of its sockets, then every socket
 * writes its queue once. An idle server flushes in the turn in which the event came, so the delay is zero; under load the
 * turn itself is the batch. A long turn lets the network and the database speak between sockets; what they bring leaves with
 * the next one.
 */
export class Turn {
  readonly #metrics: RealtimeMetrics;
  #rooms: Flushable[] = [];
  #sockets: Flushable[] = [];
  /** The sockets of the turn that is being written, how many of them have been, and how long that took. */
  #writing: readonly Flushable[] = [];
  #written = 0;
  #writingMs = 0;
  #pausedUntil = 0;
  #isScheduled = false;
  #sum = { deliveries: 0, writes: 0, bytes: 0 };

  constructor(metrics: RealtimeMetrics) {
    this.#metrics = metrics;
  }

  addRoom(room: Flushable): void {
    this.#rooms.push(room);
    this.#schedule();
  }

  addSocket(socket: Flushable): void {
    this.#sockets.push(socket);
    this.#schedule();
  }

  countWrite(deliveries: number, bytes: number): void {
    this.#sum.deliveries += deliveries;
    this.#sum.writes += 1;
    this.#sum.bytes += bytes;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const pause = this.#pausedUntil - performance.now();
    if (pause >= 1) setTimeout(() => this.#run(), pause);
    else setImmediate(() => this.#run());
  }

  #run(): void {
    this.#isScheduled = false;
    if (this.#writing.length === 0) this.#begin();
    this.#writeSlice();
    if (this.#written < this.#writing.length) this.#schedule();
    else this.#end();
    const sum = this.#sum;
    if (sum.writes === 0) return;
    this.#sum = { deliveries: 0, writes: 0, bytes: 0 };
    this.#metrics.written(sum);
  }

  #begin(): void {
    const rooms = this.#rooms;
    this.#rooms = [];
    for (const room of rooms) room.flush();
    this.#writing = this.#sockets;
    this.#sockets = [];
  }

  #end(): void {
    const tookMs = this.#writingMs;
    this.#writing = [];
    this.#written = 0;
    this.#writingMs = 0;
    if (this.#rooms.length === 0 && this.#sockets.length === 0) return;
    if (tookMs >= LONG_MS) this.#pausedUntil = performance.now() + Math.min(tookMs, PAUSE_MAX_MS);
    this.#schedule();
  }

  #writeSlice(): void {
    const startedAt = performance.now();
    let now = startedAt;
    while (this.#written < this.#writing.length && now - startedAt < SLICE_MS) {
      const end = Math.min(this.#written + SLICE_SOCKETS, this.#writing.length);
      for (; this.#written < end; this.#written += 1) this.#writing[this.#written]?.flush();
      now = performance.now();
    }
    this.#writingMs += now - startedAt;
  }
}
