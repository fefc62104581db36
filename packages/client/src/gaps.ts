import { GAP_DELAY_MS, GAP_TRIES, type RoomId } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface GapsOptions {
  readonly runtime: Runtime;
  /** Does the room still miss events? */
  readonly isOpen: (roomId: RoomId) => boolean;
  /** The seq up to which the room is complete. */
  readonly headOf: (roomId: RoomId) => number | undefined;
  /** Asks for what follows the head; settles when the answer has been applied. */
  readonly ask: (roomId: RoomId) => Promise<void>;
  /** Without a connection nothing is asked: the resume brings what is missing. */
  readonly isReady: () => boolean;
  readonly reload: (roomId: RoomId) => void;
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
  readonly #gaps = new Map<RoomId, Gap>();

  constructor(options: GapsOptions) {
    this.#options = options;
  }

  /** To be called whenever a room has changed: notices gaps that began, and those that closed by themselves. */
  check(roomId: RoomId): void {
    const gap = this.#gaps.get(roomId);
    if (!this.#options.isOpen(roomId)) this.#forget(roomId);
    else if (!gap && this.#options.isReady()) this.#wait(roomId, 0);
  }

  /** After a lost connection: no answer will come any more. */
  clear(): void {
    for (const roomId of this.#gaps.keys()) this.#forget(roomId);
  }

  #forget(roomId: RoomId): void {
    this.#gaps.get(roomId)?.timer?.cancel();
    this.#gaps.delete(roomId);
  }

  #wait(roomId: RoomId, failures: number): void {
    const gap: Gap = { failures, timer: undefined };
    gap.timer = this.#options.runtime.startTimer(() => void this.#ask(roomId, gap), GAP_DELAY_MS);
    this.#gaps.set(roomId, gap);
  }

  async #ask(roomId: RoomId, gap: Gap): Promise<void> {
    const { ask, headOf, isOpen, isReady, reload } = this.#options;
    const before = headOf(roomId);
    try {
      // A snapshot may have closed it in the meantime.
      if (isOpen(roomId)) await ask(roomId);
    } catch {
      // Counted below: the head has not moved.
    }
    if (this.#gaps.get(roomId) !== gap) return;
    this.#gaps.delete(roomId);
    if (!isOpen(roomId) || !isReady()) return;
    const failures = headOf(roomId) === before ? gap.failures + 1 : 0;
    if (failures < GAP_TRIES) this.#wait(roomId, failures);
    else reload(roomId);
  }
}
