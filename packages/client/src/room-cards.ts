import { LIST_PAGE_MAX, type RoomId } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { withRoomCards } from "./reducers/view.ts";
import type { Runtime } from "./runtime.ts";
import type { WritableStore } from "./store.ts";

interface RoomCardsOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly runtime: Runtime;
}

/** Rooms that texts name within this time are asked for together. */
const GATHER_MS = 200;

/** Reads the cards of rooms that are known by their ids alone; those that the person does not see stay unknown. */
export class RoomCards {
  readonly #options: RoomCardsOptions;
  readonly #asked = new Set<RoomId>();
  readonly #wanted = new Set<RoomId>();
  #isWaiting = false;

  constructor(options: RoomCardsOptions) {
    this.#options = options;
  }

  /** Asks for those that are not known, and were not asked for before on this connection. */
  know(ids: readonly RoomId[]): void {
    const { store, runtime } = this.#options;
    const { rooms, subscriptions } = store.getSnapshot();
    for (const id of ids)
      if (!rooms.has(id) && !subscriptions.has(id) && !this.#asked.has(id)) this.#wanted.add(id);
    if (this.#wanted.size > 0 && !this.#isWaiting) {
      this.#isWaiting = true;
      runtime.startTimer(() => void this.#ask(), GATHER_MS);
    }
  }

  /** They may be seen by now. */
  forget(): void {
    this.#asked.clear();
  }

  async #ask(): Promise<void> {
    const { store, call } = this.#options;
    this.#isWaiting = false;
    const ids = [...this.#wanted].slice(0, LIST_PAGE_MAX);
    for (const id of ids) {
      this.#wanted.delete(id);
      this.#asked.add(id);
    }
    this.know([...this.#wanted]);
    try {
      const { results } = await call("listRooms", {
        query: { ids: ids.join(","), limit: LIST_PAGE_MAX },
      });
      store.update((state) => withRoomCards(state, results));
    } catch {
      // With the next text that names them.
      for (const id of ids) this.#asked.delete(id);
    }
  }
}
