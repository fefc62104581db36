/** Lets `burst` pass at once and `rate` a second in the long run. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = now;
  }

  /** 0 when it may pass; else the milliseconds after which it may, and nothing is taken. */
  take(now: number): number {
    this.#refill(now);
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / this.#rate);
    this.#tokens -= 1;
    return 0;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#tokens >= this.#burst;
  }

  #refill(now: number): void {
    // A clock that was set back must not empty the bucket.
    const passed = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.#burst, this.#tokens + (passed * this.#rate) / 1000);
    this.#at = now;
  }
}
