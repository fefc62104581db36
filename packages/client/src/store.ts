/** A value outside of any screen: made for useSyncExternalStore, and as useful without it. */
export interface Store<T> {
  /** The same reference until something changes. */
  readonly getSnapshot: () => T;
  /** Returns the way to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface WritableStore<T> extends Store<T> {
  /** Listeners hear of it once, and only when the value is another one. */
  readonly update: (change: (value: T) => T) => void;
  /** Changes during the run are there at once; listeners hear of them together, at the next frame or with the next other change. */
  readonly gather: (run: () => void) => void;
}

/** Runs something once, soon: with the next frame of whoever draws. */
export type NextFrame = (run: () => void) => void;

/** One value, changed only by pure functions; a listener that stops during a round is not called any more. */
export function createStore<T>(
  initial: T,
  nextFrame: NextFrame = (run) => run(),
): WritableStore<T> {
  let value = initial;
  let told = initial;
  let isGathering = false;
  let isWaiting = false;
  const listeners = new Set<() => void>();
  function tell(): void {
    if (Object.is(told, value)) return;
    told = value;
    for (const listener of listeners) listener();
  }
  function tellSoon(): void {
    if (isWaiting || Object.is(told, value)) return;
    isWaiting = true;
    nextFrame(() => {
      isWaiting = false;
      tell();
    });
  }
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // A wrapper of its own, so that the same function may listen twice and stop once.
      const entry = () => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    update(change) {
      value = change(value);
      if (!isGathering) tell();
    },
    gather(run) {
      isGathering = true;
      try {
        run();
      } finally {
        isGathering = false;
        tellSoon();
      }
    },
  };
}
