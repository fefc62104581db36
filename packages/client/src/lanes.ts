import { toApiError, type ApiError } from "./api-error.ts";
import { Retries } from "./retries.ts";
import type { Runtime } from "./runtime.ts";

export interface LanesOptions {
  readonly runtime: Runtime;
  /** Sends the next command of a lane; false when there is none. A command that throws is tried again later. */
  readonly sendNext: (lane: string) => Promise<boolean>;
}

/**
 * Commands on their way, in lanes that do not wait for each other: one at a time in each, and after a failure again by itself,
 * slower and slower, until nothing is left.
 */
export class Lanes {
  readonly #sendNext: LanesOptions["sendNext"];
  readonly #retries: Retries<string>;
  readonly #runs = new Map<string, { isAgain: boolean; ended: Promise<void> }>();

  constructor({ runtime, sendNext }: LanesOptions) {
    this.#sendNext = sendNext;
    const again = (lane: string): void => void this.flush(lane);
    this.#retries = new Retries({ runtime, isReady: () => true, again });
  }

  /** Settles when the lane is empty or has to wait; a call during a run makes it look again. */
  flush(lane: string): Promise<void> {
    const running = this.#runs.get(lane);
    if (running) {
      running.isAgain = true;
      return running.ended;
    }
    const run = { isAgain: true, ended: Promise.resolve() };
    this.#runs.set(lane, run);
    run.ended = this.#run(lane, run);
    return run.ended;
  }

  /** A part of what is being sent got through: the next failure begins with a short wait again. */
  succeeded(lane: string): void {
    this.#retries.succeeded(lane);
  }

  /** Nothing waits any more; what is just being sent is not tried again. */
  stop(): void {
    this.#runs.clear();
    this.#retries.clear();
  }

  async #run(lane: string, run: { isAgain: boolean }): Promise<void> {
    while (run.isAgain) {
      run.isAgain = false;
      this.#retries.hurry(lane);
      try {
        while (await this.#sendNext(lane)) this.#retries.succeeded(lane);
      } catch (cause) {
        if (this.#runs.get(lane) === run) this.#retries.later(lane, toApiError(cause).retryAfterMs);
      }
    }
    if (this.#runs.get(lane) === run) this.#runs.delete(lane);
  }
}

const ofAnotherPlace = new Set(["WORKSPACE_CHANGED", "WORKSPACE_ACCESS_LOST"]);

/** Not refused for good: who is signed out, has gone to another workspace, or was suspended in this one, may be back. */
export function isPassing({ retryable, status, code }: ApiError): boolean {
  return retryable || status === 401 || ofAnotherPlace.has(code);
}
