export interface Reloaded<T> {
  /** The same promise until there is something newer, as `use` wants it; it never fails. */
  readonly get: () => Promise<T>;
  /** Told when `get` has something newer. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Source<T> {
  readonly load: () => Promise<T>;
  /** As it was the last time: shown until it has loaded. */
  readonly known?: T | undefined;
  /** Stands in for what did not load. */
  readonly fallback: T;
  readonly retryAfterMs: number;
}

/** A value that is loaded once and kept; a failure shows the fallback, and is tried again until it loads. */
export function createReloaded<T>({ load, known, fallback, retryAfterMs }: Source<T>): Reloaded<T> {
  const listeners = new Set<() => void>();
  let current: Promise<T> | undefined;

  function loadAgain(): void {
    load().then((value) => {
      current = toSettled(value);
      for (const listener of listeners) listener();
    }, wait);
  }
  function wait(): void {
    setTimeout(loadAgain, retryAfterMs);
  }

  return {
    get() {
      if (!current && known !== undefined) {
        current = toSettled(known);
        loadAgain();
      }
      current ??= load().catch(() => {
        wait();
        return fallback;
      });
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** React reads the value from these fields at once; without them the whole screen would give way to its spinner. */
function toSettled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: "fulfilled", value });
}
