/*
 * Work that arrives while a batch is in flight is done together in the next one: alone it waits for nobody, under load
 * the batch grows by itself. One batch at a time keeps the order of arrival.
 */

export interface BatcherOptions<Item, Result> {
  /** Does a whole batch at once; results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** Items that may wait; one more is refused with the error of `refuse`. */
  readonly maxWaiting: number;
  readonly refuse: () => Error;
  /** May the whole batch be tried again as it is (deadlock, serialization, lock timeout)? */
  readonly isTransient: (error: unknown) => boolean;
  /** Is it the fault of one item rather than of the database? Then the items are tried one by one. */
  readonly isPoison: (error: unknown) => boolean;
  readonly maxTries: number;
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
}

/** A batcher whose promises settle after the batch that holds their item has finished; a poisoned item fails alone. */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running: Promise<void> | undefined;

  async function attempt(items: readonly Item[]): Promise<readonly Result[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await options.run(items);
      } catch (error) {
        if (tries >= options.maxTries || !options.isTransient(error)) throw error;
      }
    }
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await attempt(batch.map((each) => each.item));
      for (const [place, each] of batch.entries()) {
        const result = results[place];
        if (result === undefined)
          each.reject(new Error("A batch returned fewer results than it had items"));
        else each.resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && options.isPoison(error)) {
        for (const each of batch) await settle([each]);
        return;
      }
      for (const each of batch) each.reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, options.maxBatch);
      queue = queue.slice(options.maxBatch);
      await settle(batch);
    }
    running = undefined;
  }

  return {
    add(item) {
      if (queue.length >= options.maxWaiting) return Promise.reject(options.refuse());
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        running ??= drain();
      });
    },
    waiting: () => queue.length,
    idle: () => running ?? Promise.resolve(),
  };
}
