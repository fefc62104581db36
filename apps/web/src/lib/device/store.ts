import { MemoryRows } from "./memory-rows.ts";
import { resultOf, whenWritten } from "./requests.ts";
import type { Change, Rows } from "./rows.ts";
import { DATABASE, upgrade, VERSION, type Key } from "./schema.ts";

/** A database that another tab holds up for longer is not waited for. */
const PATIENCE_MS = 1_000;

const memory = new MemoryRows();
let current: IDBDatabase | undefined;
let opening: Opening | undefined;

interface Opening {
  /** Settles when the database is open or cannot be opened, however long another tab holds it up. */
  readonly done: Promise<void>;
  /** Settles with it, or when the patience is over. */
  readonly soon: Promise<void>;
}

/**
 * The rows that all tabs share, in the one database of the app. Where the browser has none for us, or another tab keeps it from us, they
 * are in memory: as long as the page, or until the database opens, which then has them. A connection makes way for another version of
 * the app and is opened anew with the next use.
 */
export const device: Rows & {
  /** Are rows in memory, which ends with the page? */
  readonly isMemory: () => boolean;
  /** Settles when rows of earlier pages can be read, or never will be, however long another tab holds them up. */
  readonly whenOpen: () => Promise<void>;
  /** Settles with it, or soon, when rows are in memory. */
  readonly whenUsable: () => Promise<void>;
} = {
  isMemory: () => !current,
  async whenOpen() {
    if (!current) await startOpening().done;
  },
  async whenUsable() {
    await connect();
  },
  async read(table, under) {
    const db = await connect();
    if (!db) return memory.read(table, under);
    const store = db.transaction(table).objectStore(table);
    const range = toRange(under);
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys(range)),
      resultOf(store.getAll(range)),
    ]);
    return keys.map((key, at) => ({ key: key as string[], value: values[at] as unknown }));
  },
  async keys(table, under) {
    const db = await connect();
    if (!db) return memory.keys(table, under);
    const store = db.transaction(table).objectStore(table);
    return (await resultOf(store.getAllKeys(toRange(under)))) as string[][];
  },
  async write(changes) {
    const db = await connect();
    await (db ? write(db, changes) : memory.write(changes));
  },
};

async function connect(): Promise<IDBDatabase | undefined> {
  if (!current) await startOpening().soon;
  return current;
}

function startOpening(): Opening {
  if (opening) return opening;
  const done = open();
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));
  opening = { done, soon: Promise.race([done, patience]) };
  return opening;
}

async function open(): Promise<void> {
  let isLost = false;
  let before = VERSION;
  const lose = (): void => {
    isLost = true;
    current = undefined;
    opening = undefined;
  };
  try {
    const request = indexedDB.open(DATABASE, VERSION);
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      before = oldVersion;
      upgrade(request, oldVersion);
    });
    const db = await resultOf(request);
    db.addEventListener("close", lose);
    db.addEventListener("versionchange", () => {
      db.close();
      lose();
    });
    if (before === 1) await write(db, await readFormer());
    while (memory.changes.length > 0) {
      const { changes } = memory;
      await write(db, changes);
      memory.forget(changes);
    }
    if (!isLost) current = db;
  } catch {
    // Rows are in memory.
  }
}

/** Loaded by those alone who come from that version. */
async function readFormer(): Promise<readonly Change[]> {
  return (await import("./former-snapshot.ts")).takeFormerSnapshot();
}

async function write(db: IDBDatabase, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const transaction = db.transaction([...new Set(changes.map(({ table }) => table))], "readwrite");
  const written = whenWritten(transaction);
  for (const { table, key, value } of changes) {
    const store = transaction.objectStore(table);
    if (value === undefined) store.delete(toRange(key));
    else store.put(value, [...key]);
  }
  // A page that ends does not wait for what was put.
  transaction.commit();
  await written;
}

/** All keys that begin with this one: an array comes behind every text. */
function toRange(under: Key): IDBKeyRange {
  return IDBKeyRange.bound(under, [...under, []]);
}
