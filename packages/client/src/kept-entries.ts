import type { OutboxEntry, StoredEntry } from "./chat-state.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** The entries of the outbox. Where its store is full or forbidden, an entry lives as long as the page. */
export class KeptEntries {
  readonly #store: OutboxStore;
  readonly #shown: () => readonly OutboxEntry[];
  /** Entries that the store does not hold: being stored, or it could not take them. */
  readonly #unstored = new Map<string, OutboxEntry>();
  /** Acknowledged or discarded here: never sent again, even if the store could not remove them. */
  readonly #done = new Set<string>();

  /** `shown` are those on the screen: all that is known where the store cannot be read. */
  constructor(store: OutboxStore, shown: () => readonly OutboxEntry[]) {
    this.#store = store;
    this.#shown = shown;
  }

  isUnstored(clientMessageId: string): boolean {
    return this.#unstored.has(clientMessageId);
  }

  /** Adds an entry, or replaces the one with its id. */
  async put(entry: OutboxEntry): Promise<void> {
    this.#unstored.set(entry.clientMessageId, entry);
    try {
      await this.#store.put(entry);
      this.#unstored.delete(entry.clientMessageId);
    } catch {
      // It stays among those that the store does not hold.
    }
  }

  async remove(clientMessageId: string): Promise<void> {
    this.#unstored.delete(clientMessageId);
    this.#done.add(clientMessageId);
    try {
      await this.#store.remove(clientMessageId);
      this.#done.delete(clientMessageId);
    } catch {
      // Sent again after a reload, it is found to be a repetition by its id.
    }
  }

  /** The entries of a person, in the order of writing. */
  async list(userId: string): Promise<StoredEntry[]> {
    const own = [...this.#unstored.values()].filter((each) => each.userId === userId);
    const ids = new Set(own.map((each) => each.clientMessageId));
    const stored = await this.#store.list(userId).catch(() => this.#shown());
    const others = stored.filter(({ clientMessageId: id }) => !ids.has(id) && !this.#done.has(id));
    return [...others, ...own].toSorted((one, other) => one.position - other.position);
  }

  /** Nothing of the person stays on this device. */
  async clear(userId: string): Promise<void> {
    this.#unstored.clear();
    await this.#store.clear(userId);
  }
}
