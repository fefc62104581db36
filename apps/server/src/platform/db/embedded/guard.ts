import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig, type QueryResult } from "pg";
import { StartError } from "../../start-error.ts";
import type { DatabaseLog } from "../database-log.ts";
import { toSentence } from "./lock.ts";

/*
 * The server's own session on the embedded database. Its advisory lock says to others that a living server uses the cluster
 * (the second bolt besides the lock on the folder: it also holds for a copied data directory). The lock ends with the session,
 * so an orphaned PostgreSQL is recognised by nobody holding it.
 */

/** Any number that nothing else in the database uses as a key: "colbin" in ASCII. */
const LOCK_KEY = "0x636f6c62696e::bigint";
/** A killed server's session may take a moment to end. */
const LOCK_PATIENCE_MS = 2_000;
const RECONNECT_MS = 200;

export interface Guard {
  /** Runs one statement as superuser. */
  query(text: string): Promise<QueryResult>;
  close(): Promise<void>;
}

/** Opens the session and takes the lock; throws StartError when a living server holds it. */
export async function openGuard(
  options: ClientConfig,
  dataFolder: string,
  log: DatabaseLog,
): Promise<Guard> {
  const closing = new AbortController();
  let client = await connectWithLock(options, dataFolder);
  keep();

  return {
    query: (text) => client.query(text),
    close: async () => {
      closing.abort();
      await client.end().catch(ignoreLostSession);
    },
  };

  function keep(): void {
    client.on("error", ignoreLostSession);
    client.once("end", () => void reopen());
  }

  /** The database was restarted: comes back as soon as it does. */
  async function reopen(): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(RECONNECT_MS, undefined, { ref: false });
      try {
        client = await connectWithLock(options, dataFolder);
        if (closing.signal.aborted) await client.end();
        else keep();
        return;
      } catch (error) {
        if (error instanceof StartError)
          log.error({ err: error }, "Another server uses this database");
      }
    }
  }
}

async function connectWithLock(options: ClientConfig, dataFolder: string): Promise<Client> {
  const client = new Client({ ...options, application_name: "colbin guard", keepAlive: true });
  client.on("error", ignoreLostSession);
  await client.connect();
  if (await takeLock(client)) return client;
  await client.end();
  throw new StartError(toSentence(dataFolder));
}

async function takeLock(client: Client): Promise<boolean> {
  const giveUpAt = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as held`,
    );
    if (rows[0]?.held === true) return true;
    if (Date.now() > giveUpAt) return false;
    await sleep(50);
  }
}

/** Reopening follows from the end of the session; what ended it says nothing more. */
function ignoreLostSession(): void {
  // Nothing to do.
}
