import type { OutboxEntry } from "@colbin/client";
import type { IDBPDatabase, IDBPTransaction } from "idb";

export const DATABASE = "colbin";
export const VERSION = 2;

const tables = ["outbox", "drafts", "rooms", "lists"] as const;

export type Table = (typeof tables)[number];

/** Person, workspace, and the name of the row: the rows of a person or of a workspace are those under the beginning of their keys. */
export type Key = readonly string[];

type Upgrade = IDBPTransaction<unknown, string[], "versionchange">;

/** The key of the entry wherever it was written; without a workspace, where none was known yet. */
export function toOutboxKey(
  entry: Pick<OutboxEntry, "userId" | "workspaceId" | "clientMessageId">,
): Key {
  return [entry.userId, entry.workspaceId ?? "", entry.clientMessageId];
}

/** To be called in the upgrade of the database from this version, of which either all happens or nothing. */
export function upgrade(db: IDBPDatabase, before: number, transaction: Upgrade): void {
  if (before === 1) moveOutbox(db, transaction).catch(() => transaction.abort());
  else for (const table of tables) db.createObjectStore(table);
}

/** The first version kept unsent messages alone, under their ids. */
async function moveOutbox(db: IDBPDatabase, transaction: Upgrade): Promise<void> {
  const entries = (await transaction.objectStore("outbox").getAll()) as OutboxEntry[];
  db.deleteObjectStore("outbox");
  for (const table of tables) db.createObjectStore(table);
  const outbox = transaction.objectStore("outbox");
  await Promise.all(
    entries.map((entry) => outbox.put({ ...anySend, ...entry }, [...toOutboxKey(entry)])),
  );
}

/** The first releases stored nothing but sends, and did not say so. */
const anySend = { kind: "send", anchorSeq: Number.MAX_SAFE_INTEGER };
