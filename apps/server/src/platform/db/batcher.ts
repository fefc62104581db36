import { setTimeout as sleep } from "node:timers/promises";

/*
 * Work that arrives while a batch is in flight is done together in the next one: alone it waits for nobody, under load
 * the batch grows by itself. One batch at a time keeps the order of arrival. What cannot be done just now may be held back
 * lane by lane, while the other lanes go on.
 */

/** In place of a result: this item's lane has to wait; it comes again, in order, after a moment. */
export const heldBack = Symbol("held back");

export interface BatcherOptions<Item, Result> {
  /** Does a whole batch at once; results in the order of the items. Items of one lane are held back together. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | typeof heldBack)[]>;
  readonly maxBatch: number;
  /** Items that may wait; one more is refused with the error of `refuse`. */
  readonly maxWaiting: number;
  readonly refuse: () => Error;
  /** May the whole batch be tried again as it is (deadlock, serialization, lock timeout)? */
  readonly isTransient: (error: unknown) => boolean;
  /** Is it the fault of some item rather than of the database? Then the halves are tried, and their halves. */
  readonly isPoison: (error: unknown) => boolean;
  readonly maxTries: number;
  /**
   * After a batch of several the next one begins later, the busier this process is (toRest), at most by this, unless it is full
   * already: more share its costs then. Without it the next one begins at once.
   */
  readonly restMaxMs?: number;
  readonly holding?: Holding<Item>;
}

interface Holding<Item> {
  readonly laneOf: (item: Item) => string;
  /** After how long a lane that was held back is tried again: the next time after twice as long, up to `afterMaxMs`. */
  readonly afterMs: number;
  readonly afterMaxMs: number;
  /** After how long an item gives up, with the error of `giveUp`. */
  readonly patienceMs: number;
  readonly giveUp: () => Error;
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  waiting(): number;
  /** Resolves when nothing waits and nothing is in flight. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** When it was first held back, and how often it was. */
  heldAt: number | undefined;
  held: number;
}

/** How much of a batch's time a process that is half busy rests after it (ADR 13). */
const REST_SHARE = 4;

/**
 * Milliseconds to rest after a batch that took so many, by how busy the process was since the batch before (0 to 1): none where
 * it is idle, since whoever waits would wait in vain, and without an end where it does nothing but work.
 */
export function toRest(tookMs: number, utilization: number): number {
  return (REST_SHARE * tookMs * utilization) / (1 - utilization);
}

/** A batcher whose promises settle after the batch that holds their item has finished; a poisoned item fails alone. */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  return new BatchQueue(options);
}

class BatchQueue<Item, Result> implements Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #queue: Waiting<Item, Result>[] = [];
  readonly #held = new Map<string, Waiting<Item, Result>[]>();
  #heldCount = 0;
  #isRunning = false;
  #onIdle: (() => void)[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    if (this.waiting() >= this.#options.maxWaiting) return Promise.reject(this.#options.refuse());
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ item, resolve, reject, heldAt: undefined, held: 0 });
      if (!this.#isRunning) void this.#drain();
    });
  }

  waiting(): number {
    return this.#queue.length + this.#heldCount;
  }

  async idle(): Promise<void> {
    if (!this.#isRunning && this.#heldCount === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    const { maxBatch, restMaxMs = 0 } = this.#options;
    let load = performance.eventLoopUtilization();
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, maxBatch);
      const startedAt = performance.now();
      const { utilization } = performance.eventLoopUtilization(load);
      load = performance.eventLoopUtilization();
      const settled = await this.#settle(batch);
      const rest = Math.min(toRest(performance.now() - startedAt, utilization), restMaxMs);
      // Items that were held back have no share in the costs.
      const isWorthIt = settled > 1 && this.#queue.length < maxBatch;
      if (isWorthIt && rest > 0) await sleep(rest);
    }
    this.#isRunning = false;
    if (this.#heldCount > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** How many of these have their answer now. */
  async #settle(all: readonly Waiting<Item, Result>[]): Promise<number> {
    const batch = this.#held.size === 0 ? all : all.filter((each) => !this.#joinHeld(each));
    if (batch.length === 0) return 0;
    try {
      const results = await this.#attempt(batch);
      for (const [place, each] of batch.entries()) this.#finish(each, results[place]);
      return results.filter((result) => result !== heldBack).length;
    } catch (error) {
      if (batch.length > 1 && this.#options.isPoison(error)) {
        const middle = batch.length >> 1;
        const first = await this.#settle(batch.slice(0, middle));
        return first + (await this.#settle(batch.slice(middle)));
      }
      for (const each of batch) each.reject(error);
      return batch.length;
    }
  }

  async #attempt(
    batch: readonly Waiting<Item, Result>[],
  ): Promise<readonly (Result | typeof heldBack)[]> {
    const { run, maxTries, isTransient } = this.#options;
    const items = batch.map((each) => each.item);
    for (let tries = 1; ; tries += 1) {
      try {
        return await run(items);
      } catch (error) {
        if (tries >= maxTries || !isTransient(error)) throw error;
      }
    }
  }

  #finish(each: Waiting<Item, Result>, result: Result | typeof heldBack | undefined): void {
    if (result === heldBack) this.#hold(each);
    else if (result === undefined)
      each.reject(new Error("A batch returned fewer results than it had items"));
    else each.resolve(result);
  }

  #hold(each: Waiting<Item, Result>): void {
    const { holding } = this.#options;
    if (!holding) throw new Error("A batcher without lanes holds nothing back");
    each.heldAt ??= performance.now();
    if (performance.now() - each.heldAt >= holding.patienceMs) {
      each.reject(holding.giveUp());
      return;
    }
    each.held += 1;
    if (this.#joinHeld(each)) return;
    const lane = holding.laneOf(each.item);
    this.#held.set(lane, [each]);
    this.#heldCount += 1;
    const waitMs = Math.min(holding.afterMs * 2 ** (each.held - 1), holding.afterMaxMs);
    setTimeout(() => this.#release(lane), waitMs);
  }

  /** Stands behind those of its lane that are held back; false where there are none. */
  #joinHeld(each: Waiting<Item, Result>): boolean {
    const { holding } = this.#options;
    const lane = holding && this.#held.get(holding.laneOf(each.item));
    if (!lane) return false;
    lane.push(each);
    this.#heldCount += 1;
    return true;
  }

  #release(lane: string): void {
    const held = this.#held.get(lane) ?? [];
    this.#held.delete(lane);
    this.#heldCount -= held.length;
    this.#queue = [...held, ...this.#queue];
    if (!this.#isRunning) void this.#drain();
  }
}
