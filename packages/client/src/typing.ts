import { TYPING_TIMEOUT_MS, type MessageId, type RoomId } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface TypingPlace {
  readonly roomId: RoomId;
  /** The root of the thread; the room itself has none. */
  readonly threadId?: MessageId | undefined;
}

export interface TypingOptions {
  readonly runtime: Runtime;
  /** False where it cannot be said. */
  readonly say: (place: TypingPlace, isTyping: boolean) => boolean;
}

/**
 * Tells the others that this person types: on at the first key, said again while it goes on but at most once in 3 s, off
 * after 3 s without a key, on send, on clearing and on leaving (specification, section 4). Only one room or thread is typed in.
 */
export class Typing {
  readonly #options: TypingOptions;
  /** Where the others believe that this person types. */
  #place: TypingPlace | undefined;
  #said: { readonly in?: RoomId | MessageId; readonly at: number } = {
    at: Number.NEGATIVE_INFINITY,
  };
  #idle: Timer | undefined;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  keystroke(place: TypingPlace): void {
    const key = keyOf(place);
    if (this.#place && keyOf(this.#place) !== key) this.stop(this.#place.roomId);
    const { runtime } = this.#options;
    const now = runtime.now();
    const isDue = this.#said.in !== key || now - this.#said.at >= TYPING_TIMEOUT_MS;
    if (isDue && this.#options.say(place, true)) {
      this.#place = place;
      this.#said = { in: key, at: now };
    }
    this.#idle?.cancel();
    this.#idle = runtime.startTimer(() => this.stop(place.roomId), TYPING_TIMEOUT_MS);
  }

  /** Says off if on was said for this room, or a thread of it. */
  stop(roomId: RoomId): void {
    const place = this.#place;
    if (place?.roomId !== roomId) return;
    this.#idle?.cancel();
    this.#place = undefined;
    this.#options.say(place, false);
  }

  /** The connection is gone, and what was said with it. */
  forget(): void {
    this.#idle?.cancel();
    this.#place = undefined;
    this.#said = { at: Number.NEGATIVE_INFINITY };
  }
}

function keyOf({ roomId, threadId }: TypingPlace): RoomId | MessageId {
  return threadId ?? roomId;
}
