/** One token; whole numbers, so that time adds up exactly. */
const TOKEN = 1_000;

/** Lets `burst` pass at once and `rate` a second in the long run. */
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
    this.#refill(now);
    if (this.#level < TOKEN) return Math.ceil((TOKEN - this.#level) / this.#rate);
    this.#level -= TOKEN;
    return 0;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#level >= this.#capacity;
  }

  #refill(now: number): void {
    // A clock that was set back must not empty the bucket.
    const passedMs = Math.max(0, now - this.#at);
    this.#level = Math.min(this.#capacity, this.#level + passedMs * this.#rate);
    this.#at = now;
  }
}
