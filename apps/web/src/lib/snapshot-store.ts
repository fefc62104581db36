import type { SnapshotStore } from "@colbin/client";
import { openDB, type DBSchema } from "idb";

interface Schema extends DBSchema {
  snapshots: { key: string; value: string };
}

const KEY = "last";

/**
 * The last known state of the chat in IndexedDB; where the browser keeps none for us, there is none. It has a database of its own, which
 * no other version of the app ever holds up: what is in it says its version itself.
 */
export function browserSnapshotStore(): SnapshotStore {
  const database = open().catch(() => undefined);
  return {
    read: async () => (await database)?.get("snapshots", KEY),
    async write(text) {
      const transaction = (await database)?.transaction("snapshots", "readwrite", {
        durability: "relaxed",
      });
      if (!transaction) return;
      void transaction.store.put(text, KEY).catch(() => undefined);
      // A page that ends does not wait for what was put.
      transaction.commit();
      await transaction.done;
    },
    clear: async () => (await database)?.clear("snapshots"),
  };
}

/** Rejects where the browser has no such thing, too. */
async function open() {
  return openDB<Schema>("colbin-snapshots", 1, {
    upgrade: (db) => void db.createObjectStore("snapshots"),
  });
}
