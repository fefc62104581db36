import { RESUMES_AT_ONCE } from "./bounds.ts";
import { TokenBucket } from "../limits/token-bucket.ts";

interface Waiting {
  readonly isGone: () => boolean;
  readonly start: () => void;
  readonly skip: () => void;
}

/** The part of a second's share that may pass at once. */
const BURST_SHARE = 100;

/**
 * Lets so many sockets a second in, and so many resumes read at the same time; the others wait in order, nobody is
 * refused. The queue is bounded by the sockets that are open. Those that are gone when their turn comes cost nothing.
 */
export class Admission {
  readonly #bucket: TokenBucket;
  readonly #queue: Waiting[] = [];
  #running = 0;
  #isWaiting = false;

  constructor(ratePerSecond: number) {
    const burst = Math.max(1, ratePerSecond / BURST_SHARE);
    this.#bucket = new TokenBucket(ratePerSecond, burst, performance.now());
  }

  /**
   * Settles when the task is done, or was skipped because `isGone`. The task must not reject. It may leave its place
   * before its end, when all that remains is to wait for its own client.
   */
  run(task: (leave: () => void) => Promise<void>, isGone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const start = (): void => {
        const leave = this.#take();
        void task(leave).then(() => {
          leave();
          resolve();
        });
      };
      this.#queue.push({ isGone, start, skip: resolve });
      this.#advance();
    });
  }

  #take(): () => void {
    this.#running += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#running -= 1;
      this.#advance();
    };
  }

  #advance(): void {
    while (this.#running < RESUMES_AT_ONCE) {
      const [next] = this.#queue;
      if (!next) return;
      if (next.isGone()) {
        this.#queue.shift();
        next.skip();
        continue;
      }
      const waitMs = this.#bucket.take(performance.now());
      if (waitMs > 0) {
        this.#wait(waitMs);
        return;
      }
      this.#queue.shift();
      next.start();
    }
  }

  #wait(waitMs: number): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.#advance();
    }, waitMs);
  }
}
