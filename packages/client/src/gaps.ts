import { GAP_DELAY_MS, GAP_TRIES } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface GapsOptions {
  readonly runtime: Runtime;
  /** Does the room still miss events? */
  readonly isOpen: (slug: string) => boolean;
  /** The seq up to which the room is complete. */
  readonly headOf: (slug: string) => number | undefined;
  /** Asks for what follows the head; settles when the answer has been applied. */
  readonly ask: (slug: string) => Promise<void>;
  /** Without a connection nothing is asked: the resume brings what is missing. */
  readonly isReady: () => boolean;
  readonly reload: (slug: string) => void;
}

interface Gap {
  readonly failures: number;
  timer: Timer | undefined;
}

/**
 * Closes gaps in the rooms' logs: waits 200 ms, because what is missing is usually on its way; then asks for it; after
 * three answers that did not help the room is reloaded (wire.md, Delivery 4).
 */
export class Gaps {
  readonly #options: GapsOptions;
  readonly #gaps = new Map<string, Gap>();

  constructor(options: GapsOptions) {
    this.#options = options;
  }

  /** To be called whenever a room has changed: notices gaps that began, and those that closed by themselves. */
  check(slug: string): void {
    const gap = this.#gaps.get(slug);
    if (!this.#options.isOpen(slug)) this.#forget(slug);
    else if (!gap && this.#options.isReady()) this.#wait(slug, 0);
  }

  /** After a lost connection: no answer will come any more. */
  clear(): void {
    for (const slug of this.#gaps.keys()) this.#forget(slug);
  }

  #forget(slug: string): void {
    this.#gaps.get(slug)?.timer?.cancel();
    this.#gaps.delete(slug);
  }

  #wait(slug: string, failures: number): void {
    const gap: Gap = { failures, timer: undefined };
    gap.timer = this.#options.runtime.startTimer(() => void this.#ask(slug, gap), GAP_DELAY_MS);
    this.#gaps.set(slug, gap);
  }

  async #ask(slug: string, gap: Gap): Promise<void> {
    const { ask, headOf, isOpen, isReady, reload } = this.#options;
    const before = headOf(slug);
    try {
      // A snapshot may have closed it in the meantime.
      if (isOpen(slug)) await ask(slug);
    } catch {
      // Counted below: the head has not moved.
    }
    if (this.#gaps.get(slug) !== gap) return;
    this.#gaps.delete(slug);
    if (!isOpen(slug) || !isReady()) return;
    const failures = headOf(slug) === before ? gap.failures + 1 : 0;
    if (failures < GAP_TRIES) this.#wait(slug, failures);
    else reload(slug);
  }
}
