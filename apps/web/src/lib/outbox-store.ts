import { memoryOutboxStore, type OutboxEntry, type OutboxStore } from "@colbin/client";
import { openDB, type DBSchema } from "idb";

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxEntry; indexes: { userId: string } };
}

const anySend = { kind: "send", anchorSeq: Number.MAX_SAFE_INTEGER };

/** Unsent messages in IndexedDB; where the browser keeps none for us, they live as long as the page. */
export function browserOutboxStore(): OutboxStore {
  const memory = memoryOutboxStore();
  const database = open().catch(() => undefined);
  return {
    async put(entry) {
      const db = await database;
      await (db ? db.put("outbox", entry) : memory.put(entry));
    },
    async remove(clientMessageId) {
      const db = await database;
      await (db ? db.delete("outbox", clientMessageId) : memory.remove(clientMessageId));
    },
    async list(userId) {
      const db = await database;
      if (!db) return memory.list(userId);
      const entries = await db.getAllFromIndex("outbox", "userId", userId);
      // The first releases stored nothing but sends, and did not say so.
      return entries.map((entry) => ({ ...anySend, ...entry }));
    },
    async clear(userId) {
      const db = await database;
      if (!db) return memory.clear(userId);
      const entries = db.transaction("outbox", "readwrite");
      const ids = await entries.store.index("userId").getAllKeys(userId);
      await Promise.all([...ids.map((id) => entries.store.delete(id)), entries.done]);
    },
  };
}

/** Rejects where the browser has no such thing, too. */
async function open() {
  return openDB<Schema>("colbin", 1, {
    upgrade: (db) => {
      const store = db.createObjectStore("outbox", { keyPath: "clientMessageId" });
      store.createIndex("userId", "userId");
    },
  });
}
