/*
 * What one person was given of one room, over all of their connections, by the rules of the wire: a replay may repeat what
 * came live while it was read, and nothing else may come twice.
 */
export class Receipts {
  /** Up to here nothing is missing: what a resume names. */
  head = 0;
  doubled = 0;
  overlaps = 0;
  readonly #early = new Set<number>();
  /** What the last connection had brought when it broke. */
  #resumedFrom = 0;
  #live = new Set<number>();
  #replayed = new Set<number>();

  take(seq: number, isReplayed: boolean): void {
    const same = isReplayed ? this.#replayed : this.#live;
    if (seq <= this.#resumedFrom || same.has(seq)) {
      this.doubled += 1;
      return;
    }
    same.add(seq);
    if (seq <= this.head || this.#early.has(seq)) {
      this.overlaps += 1;
      return;
    }
    this.#early.add(seq);
    while (this.#early.delete(this.head + 1)) this.head += 1;
  }

  /** A new connection begins: it names `head`, and what lay beyond a gap is asked for again. */
  connectAgain(): void {
    this.#resumedFrom = this.head;
    this.#early.clear();
    this.#live.clear();
    this.#replayed.clear();
  }

  /** Of the first `count` events of the room. */
  countMissing(count: number): number {
    return Math.max(0, count - this.head - this.#early.size);
  }
}
