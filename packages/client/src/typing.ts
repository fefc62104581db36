import { TYPING_TIMEOUT_MS, type ClientFrame } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface TypingOptions {
  readonly runtime: Runtime;
  readonly send: (frame: ClientFrame) => boolean;
}

/**
 * Tells the others that this person types: on at the first key, said again while it goes on but at most once in 3 s, off
 * after 3 s without a key, on send, on clearing and on leaving (specification, section 4). Only one room is typed in.
 */
export class Typing {
  readonly #options: TypingOptions;
  /** Where the others believe that this person types. */
  #slug: string | undefined;
  #said = { slug: "", at: Number.NEGATIVE_INFINITY };
  #idle: Timer | undefined;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  keystroke(slug: string): void {
    if (this.#slug !== undefined && this.#slug !== slug) this.stop(this.#slug);
    const { runtime } = this.#options;
    const now = runtime.now();
    const isDue = this.#said.slug !== slug || now - this.#said.at >= TYPING_TIMEOUT_MS;
    if (isDue && this.#say(slug, true)) {
      this.#slug = slug;
      this.#said = { slug, at: now };
    }
    this.#idle?.cancel();
    this.#idle = runtime.startTimer(() => this.stop(slug), TYPING_TIMEOUT_MS);
  }

  /** Says off if on was said for this room. */
  stop(slug: string): void {
    if (this.#slug !== slug) return;
    this.#idle?.cancel();
    this.#slug = undefined;
    this.#say(slug, false);
  }

  /** The connection is gone, and what was said with it. */
  forget(): void {
    this.#idle?.cancel();
    this.#slug = undefined;
    this.#said = { slug: "", at: Number.NEGATIVE_INFINITY };
  }

  #say(roomSlug: string, isTyping: boolean): boolean {
    return this.#options.send({ type: "CLIENT_TYPING", roomSlug, isTyping });
  }
}
