/** Something that is looked at when a time has come. */
export interface WheelItem {
  /** Where the wheel keeps it; the wheel's own. */
  slot: number;
  /** Does what is due and answers with the next time to look, or undefined when that was the last. */
  onDue(now: number): number | undefined;
}

const SLOTS = 128;
const NOWHERE = -1;

/**
 * One timer for all sockets instead of some for each: time is cut into slots, and only what stands in a slot that has
 * passed is looked at. Items are late by up to one slot, never early. A time beyond the wheel is looked at on the way.
 */
export class TimerWheel {
  readonly #slotMs: number;
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<WheelItem>());
  #position: number;

  constructor(slotMs: number, now: number) {
    this.#slotMs = slotMs;
    this.#position = Math.floor(now / slotMs);
  }

  add(item: WheelItem, dueAt: number): void {
    this.remove(item);
    const wanted = Math.floor(dueAt / this.#slotMs) + 1;
    const first = this.#position + 1;
    const place = Math.min(Math.max(wanted, first), this.#position + SLOTS - 1);
    item.slot = place % SLOTS;
    this.#slots[item.slot]?.add(item);
  }

  remove(item: WheelItem): void {
    if (item.slot === NOWHERE) return;
    this.#slots[item.slot]?.delete(item);
    item.slot = NOWHERE;
  }

  /** Turns the wheel to this time. */
  advance(now: number): void {
    const target = Math.floor(now / this.#slotMs);
    // A clock that jumped further than the wheel is long passes every slot once.
    if (target - this.#position > SLOTS) this.#position = target - SLOTS;
    while (this.#position < target) {
      this.#position += 1;
      this.#visit(this.#position % SLOTS, now);
    }
  }

  #visit(slot: number, now: number): void {
    const items = this.#slots[slot];
    if (!items || items.size === 0) return;
    this.#slots[slot] = new Set();
    for (const item of items) {
      item.slot = NOWHERE;
      const next = item.onDue(now);
      if (next !== undefined) this.add(item, next);
    }
  }
}

/** The slot of an item that no wheel has yet. */
export const noSlot = NOWHERE;
