import { backOffMs } from "./back-off.ts";
import type { Runtime, Timer } from "./runtime.ts";

export interface RetriesOptions<K extends string> {
  readonly runtime: Runtime;
  /** Without a connection nothing is tried again: the next one finds out. */
  readonly isReady: () => boolean;
  readonly again: (key: K) => void;
}

interface Retry {
  failures: number;
  timer: Timer | undefined;
}

/** Rooms or lanes of which something failed that may succeed later: each is tried again by itself, slower and slower. */
export class Retries<K extends string> {
  readonly #options: RetriesOptions<K>;
  readonly #retries = new Map<K, Retry>();

  constructor(options: RetriesOptions<K>) {
    this.#options = options;
  }

  /** It failed once more, and is not tried before this time; it does not shorten a wait that has begun. */
  later(key: K, afterMs = 0): void {
    const { runtime, isReady, again } = this.#options;
    if (!isReady()) return;
    const retry = this.#retries.get(key) ?? { failures: 0, timer: undefined };
    if (retry.timer) return;
    retry.failures += 1;
    const run = (): void => {
      retry.timer = undefined;
      again(key);
    };
    retry.timer = runtime.startTimer(run, afterMs + backOffMs(retry.failures, runtime.random));
    this.#retries.set(key, retry);
  }

  isWaiting(key: K): boolean {
    return this.#retries.get(key)?.timer !== undefined;
  }

  /** It is being tried now: nothing waits any more, and the failures still count. */
  hurry(key: K): void {
    const retry = this.#retries.get(key);
    retry?.timer?.cancel();
    if (retry) retry.timer = undefined;
  }

  /** The next failure begins with a short wait again. */
  succeeded(key: K): void {
    if (!this.isWaiting(key)) this.#retries.delete(key);
  }

  clear(): void {
    for (const { timer } of this.#retries.values()) timer?.cancel();
    this.#retries.clear();
  }
}
