import { AppError } from "../app-error.ts";

/** Several imports and recordings at once, and no more than a small machine bears. */
const HELD_BYTES_MAX = 128 * 1024 * 1024;
const RETRY_AFTER_MS = 1_000;

interface Waiting {
  readonly count: number;
  readonly begin: () => void;
}

/** How much of bodies and files is whole in the memory of this process, whoever sends them. */
export class HeldBytes {
  readonly #max: number;
  #held = 0;
  readonly #waiting: Waiting[] = [];

  constructor(max = HELD_BYTES_MAX) {
    this.#max = max;
  }

  /** For bytes that a caller sends: RATE_LIMITED where there is no room for them now. They are held until they are given back. */
  take(count: number): void {
    if (!this.#fits(count)) throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
    this.#held += count;
  }

  give(count: number): void {
    this.#held -= count;
    for (let [next] = this.#waiting; next && this.#fits(next.count); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#held += next.count;
      next.begin();
    }
  }

  /** Works with so many bytes in memory, once there is room for them; whoever waits is next in turn. */
  async run<T>(count: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length === 0 && this.#fits(count)) this.#held += count;
    else await new Promise<void>((begin) => this.#waiting.push({ count, begin }));
    try {
      return await work();
    } finally {
      this.give(count);
    }
  }

  /** More than all there is fits where nothing else is held. */
  #fits(count: number): boolean {
    return this.#held === 0 || this.#held + count <= this.#max;
  }
}
