/** One token, in parts of which `rate` come every millisecond. */
const TOKEN = 1_000;

/** Lets `burst` pass at once and `rate` a second in the long run. Its time never goes back (Clock.steadyMs). */
export class TokenBucket {
  readonly #rate: number;
  readonly #capacity: number;
  #level: number;
  #at: number;

  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate;
    this.#capacity = burst * TOKEN;
    this.#level = this.#capacity;
    this.#at = now;
  }

  /** 0 when it may pass; else the milliseconds after which it may, and nothing is taken. */
  take(now: number): number {
    const waitMs = this.waitMs(now);
    if (waitMs === 0) this.#level -= TOKEN;
    return waitMs;
  }

  /** What `take` would answer. */
  waitMs(now: number): number {
    this.#refill(now);
    return this.#level < TOKEN ? Math.ceil((TOKEN - this.#level) / this.#rate) : 0;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#level >= this.#capacity;
  }

  #refill(now: number): void {
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#rate);
    this.#at = now;
  }
}
