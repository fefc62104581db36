import { TYPING_TIMEOUT_MS, type RoomId } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface TypingOptions {
  readonly runtime: Runtime;
  /** False where it cannot be said. */
  readonly say: (roomId: RoomId, isTyping: boolean) => boolean;
}

/**
 * Tells the others that this person types: on at the first key, said again while it goes on but at most once in 3 s, off
 * after 3 s without a key, on send, on clearing and on leaving (specification, section 4). Only one room is typed in.
 */
export class Typing {
  readonly #options: TypingOptions;
  /** Where the others believe that this person types. */
  #roomId: RoomId | undefined;
  #said: { readonly roomId?: RoomId; readonly at: number } = { at: Number.NEGATIVE_INFINITY };
  #idle: Timer | undefined;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  keystroke(roomId: RoomId): void {
    if (this.#roomId !== undefined && this.#roomId !== roomId) this.stop(this.#roomId);
    const { runtime } = this.#options;
    const now = runtime.now();
    const isDue = this.#said.roomId !== roomId || now - this.#said.at >= TYPING_TIMEOUT_MS;
    if (isDue && this.#options.say(roomId, true)) {
      this.#roomId = roomId;
      this.#said = { roomId, at: now };
    }
    this.#idle?.cancel();
    this.#idle = runtime.startTimer(() => this.stop(roomId), TYPING_TIMEOUT_MS);
  }

  /** Says off if on was said for this room. */
  stop(roomId: RoomId): void {
    if (this.#roomId !== roomId) return;
    this.#idle?.cancel();
    this.#roomId = undefined;
    this.#options.say(roomId, false);
  }

  /** The connection is gone, and what was said with it. */
  forget(): void {
    this.#idle?.cancel();
    this.#roomId = undefined;
    this.#said = { at: Number.NEGATIVE_INFINITY };
  }
}
