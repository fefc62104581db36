import type { OutboxEntry, StoredEntry } from "./chat-state.ts";

/** Where unsent messages survive a reload; shared by all tabs of the person. */
export interface OutboxStore {
  /** Adds an entry, or replaces the one with the same clientMessageId. */
  readonly put: (entry: OutboxEntry) => Promise<void>;
  /** Removes an entry; one that is not there is no error. */
  readonly remove: (clientMessageId: string) => Promise<void>;
  readonly list: (userId: string) => Promise<readonly StoredEntry[]>;
  /** Removes everything of a person: after a sign-out nothing stays on the device. */
  readonly clear: (userId: string) => Promise<void>;
}

/** For programs: forgets with the process. */
export function memoryOutboxStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>();
  return {
    put: async (entry) => void entries.set(entry.clientMessageId, entry),
    remove: async (clientMessageId) => void entries.delete(clientMessageId),
    list: async (userId) => [...entries.values()].filter((each) => each.userId === userId),
    clear: async (userId) => {
      for (const [id, entry] of entries) if (entry.userId === userId) entries.delete(id);
    },
  };
}
