import { backOffMs } from "./back-off.ts";
import type { Runtime, Timer } from "./runtime.ts";

export interface RetriesOptions {
  readonly runtime: Runtime;
  /** Without a connection nothing is tried again: the next one finds out. */
  readonly isReady: () => boolean;
  readonly again: (slug: string) => void;
}

interface Retry {
  failures: number;
  timer: Timer | undefined;
}

/** Rooms or lanes of which something failed that may succeed later: each is tried again by itself, slower and slower. */
export class Retries {
  readonly #options: RetriesOptions;
  readonly #retries = new Map<string, Retry>();

  constructor(options: RetriesOptions) {
    this.#options = options;
  }

  /** It failed once more, and is not tried before this time; it does not shorten a wait that has begun. */
  later(slug: string, afterMs = 0): void {
    const { runtime, isReady, again } = this.#options;
    if (!isReady()) return;
    const retry = this.#retries.get(slug) ?? { failures: 0, timer: undefined };
    if (retry.timer) return;
    retry.failures += 1;
    const run = (): void => {
      retry.timer = undefined;
      again(slug);
    };
    retry.timer = runtime.startTimer(run, afterMs + backOffMs(retry.failures, runtime.random));
    this.#retries.set(slug, retry);
  }

  isWaiting(slug: string): boolean {
    return this.#retries.get(slug)?.timer !== undefined;
  }

  /** It is being tried now: nothing waits any more, and the failures still count. */
  hurry(slug: string): void {
    const retry = this.#retries.get(slug);
    retry?.timer?.cancel();
    if (retry) retry.timer = undefined;
  }

  /** The next failure begins with a short wait again. */
  succeeded(slug: string): void {
    if (!this.isWaiting(slug)) this.#retries.delete(slug);
  }

  clear(): void {
    for (const { timer } of this.#retries.values()) timer?.cancel();
    this.#retries.clear();
  }
}
