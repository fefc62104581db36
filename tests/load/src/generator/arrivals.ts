/*
 * When which socket got how many events: written down as it happens, at the cost of three stores, and made sense of when the
 * run is over.
 */

export interface Arrival {
  readonly place: number;
  readonly events: number;
  readonly at: number;
}

export class Arrivals {
  #places = new Uint32Array(1 << 18);
  #events = new Uint32Array(1 << 18);
  #times = new Float64Array(1 << 18);
  #length = 0;

  add(place: number, events: number, at: number): void {
    if (this.#length === this.#times.length) this.#grow();
    this.#places[this.#length] = place;
    this.#events[this.#length] = events;
    this.#times[this.#length] = at;
    this.#length += 1;
  }

  /** How often something arrived: with coalescing fewer than the events. */
  get length(): number {
    return this.#length;
  }

  *[Symbol.iterator](): Generator<Arrival> {
    for (let index = 0; index < this.#length; index += 1) {
      yield {
        place: this.#places[index] ?? 0,
        events: this.#events[index] ?? 0,
        at: this.#times[index] ?? 0,
      };
    }
  }

  #grow(): void {
    const size = this.#times.length * 2;
    const [places, events, times] = [
      new Uint32Array(size),
      new Uint32Array(size),
      new Float64Array(size),
    ];
    places.set(this.#places);
    events.set(this.#events);
    times.set(this.#times);
    [this.#places, this.#events, this.#times] = [places, events, times];
  }
}
