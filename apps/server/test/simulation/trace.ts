import { hashOf } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { START } from "./scheduler.ts";

const KEPT = 400;

/** What happened, in order: the hash of all of it, and the last of it to read. */
export class Trace {
  readonly #scheduler: Scheduler;
  readonly #lines: string[] = [];
  /** Keeps everything: for a run that somebody wants to read. */
  readonly #keepsAll: boolean;
  hash = 0;

  constructor(scheduler: Scheduler, keepsAll: boolean) {
    this.#scheduler = scheduler;
    this.#keepsAll = keepsAll;
  }

  add(what: string): void {
    const line = `${(this.#scheduler.now - START).toFixed(3)} ${what}`;
    this.hash = hashOf(line, this.hash);
    this.#lines.push(line);
    if (!this.#keepsAll && this.#lines.length > 2 * KEPT) this.#lines.splice(0, KEPT);
  }

  get end(): readonly string[] {
    return this.#keepsAll ? this.#lines : this.#lines.slice(-KEPT);
  }
}
