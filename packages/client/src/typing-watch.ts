import { TYPING_EXPIRY_MS, type MessageId, type RoomId, type UserId } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import { withoutTyping, withoutTypingUser } from "./reducers/typing.ts";
import type { Runtime, Timer } from "./runtime.ts";
import type { WritableStore } from "./store.ts";

/** Ends the typing of people whose end was not heard: the state itself knows no time. */
export class TypingWatch {
  readonly #runtime: Runtime;
  readonly #store: WritableStore<ChatState>;
  readonly #timers = new Map<string, Timer>();

  constructor(runtime: Runtime, store: WritableStore<ChatState>) {
    this.#runtime = runtime;
    this.#store = store;
  }

  note(place: RoomId | MessageId, userId: UserId, isTyping: boolean): void {
    const key = `${place} ${userId}`;
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
    if (!isTyping) return;
    const end = () => {
      this.#timers.delete(key);
      this.#store.update((state) => withoutTypingUser(state, place, userId));
    };
    this.#timers.set(key, this.#runtime.startTimer(end, TYPING_EXPIRY_MS));
  }

  clear(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#store.update(withoutTyping);
  }
}
