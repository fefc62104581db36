import { memoryOutboxStore, type OutboxEntry, type OutboxStore } from "@colbin/client";
import { openDB, type DBSchema } from "idb";

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxEntry; indexes: { userId: string } };
}

/** Unsent messages in IndexedDB; where the browser keeps none for us, they live as long as the page. */
export function browserOutboxStore(): OutboxStore {
  const memory = memoryOutboxStore();
  const database = openDB<Schema>("colbin", 1, {
    upgrade: (db) => {
      const store = db.createObjectStore("outbox", { keyPath: "clientMessageId" });
      store.createIndex("userId", "userId");
    },
  }).catch(() => undefined);
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
      return db ? db.getAllFromIndex("outbox", "userId", userId) : memory.list(userId);
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
