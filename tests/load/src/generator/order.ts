/*
 * In which order the events of each room came. One socket of the room that decodes tells it, and all others of the room must
 * have seen the same: then the n-th event of a socket that only counts is known, too.
 */

export class RoomOrders {
  readonly #orders: number[][];
  readonly #cursors: Uint32Array;
  /** Events that a decoding socket saw in another place than the first one did. */
  misordered = 0;

  constructor(rooms: number, sockets: number) {
    this.#orders = Array.from({ length: rooms }, () => []);
    this.#cursors = new Uint32Array(sockets);
  }

  /** A decoding socket saw this message next. */
  see(room: number, place: number, message: number): void {
    const order = this.#orders[room];
    const next = this.#cursors[place] ?? 0;
    this.#cursors[place] = next + 1;
    if (!order) throw new Error("A socket belongs to one of the rooms");
    if (next === order.length) order.push(message);
    else if (order[next] !== message) this.misordered += 1;
  }

  /** The messages of a room in order, as seen. */
  of(room: number): readonly number[] {
    return this.#orders[room] ?? [];
  }
}
