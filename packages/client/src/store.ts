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
}

/** One value, changed only by pure functions; a listener that stops during a round is not called any more. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // A wrapper of its own, so that the same function may listen twice and stop once.
      const entry = () => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    update(change) {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
