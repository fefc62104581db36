import type { OutboxEntry } from "@colbin/client";
import { resultOf } from "./requests.ts";

export const DATABASE = "colbin";
export const VERSION = 4;

const tables = ["outbox", "drafts", "rooms", "lists", "files", "blobs", "documents"] as const;

export type Table = (typeof tables)[number];

/** Person, workspace, and the name of the row: the rows of a person or of a workspace are those under the beginning of their keys. */
export type Key = readonly string[];

/** The key of the entry wherever it was written; without a workspace, where none was known yet. */
export function toOutboxKey(
  entry: Pick<OutboxEntry, "userId" | "workspaceId" | "clientMessageId">,
): Key {
  return [entry.userId, entry.workspaceId ?? "", entry.clientMessageId];
}

/** To be called when this request needs an upgrade of the database from this version, of which either all happens or nothing. */
export function upgrade({ result: db, transaction }: IDBOpenDBRequest, before: number): void {
  if (before === 1 && transaction) moveOutbox(db, transaction).catch(() => transaction.abort());
  else makeTables(db);
}

function makeTables(db: IDBDatabase): void {
  for (const table of tables) if (!db.objectStoreNames.contains(table)) db.createObjectStore(table);
}

/** The first version kept unsent messages alone, under their ids. */
async function moveOutbox(db: IDBDatabase, transaction: IDBTransaction): Promise<void> {
  const entries = (await resultOf(transaction.objectStore("outbox").getAll())) as OutboxEntry[];
  db.deleteObjectStore("outbox");
  makeTables(db);
  const outbox = transaction.objectStore("outbox");
  for (const entry of entries) outbox.put({ ...anySend, ...entry }, [...toOutboxKey(entry)]);
}

/** The first releases stored nothing but sends, and did not say so. */
const anySend = { kind: "send", anchorSeq: Number.MAX_SAFE_INTEGER };
