import type { RealtimeMetrics } from "./metrics.ts";

/** Gathers in one turn of the event loop what then leaves together. */
interface Flushable {
  flush(): void;
}

/**
 * One flush per turn of the event loop: first every room hands its events to the queues of its sockets, then every socket
 * writes its queue once. An idle server flushes in the turn in which the event came, so the delay is zero; under load the
 * turn itself is the batch.
 */
export class Turn {
  readonly #metrics: RealtimeMetrics;
  #rooms: Flushable[] = [];
  #sockets: Flushable[] = [];
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
    setImmediate(() => this.#run());
  }

  #run(): void {
    this.#isScheduled = false;
    const rooms = this.#rooms;
    this.#rooms = [];
    for (const room of rooms) room.flush();
    const sockets = this.#sockets;
    this.#sockets = [];
    for (const socket of sockets) socket.flush();
    const sum = this.#sum;
    if (sum.writes === 0) return;
    this.#sum = { deliveries: 0, writes: 0, bytes: 0 };
    this.#metrics.written(sum);
  }
}
