import {
  Client,
  DatabaseError,
  type ClientConfig,
  type QueryConfig,
  type QueryResultRow,
} from "pg";
import type { DatabaseLog } from "./database-log.ts";

/*
 * A connection that belongs to one task, with settings of its own. Its prepared statements and plans stay for its whole life,
 * so behind a pooler it needs a session of its own (PgBouncer: pool_mode=session), or a way around it.
 */

export interface DedicatedConnection {
  /**
   * Runs one statement; the first after a loss connects anew. A lost connection leaves the outcome open: the error is one of
   * `isUnavailable`, and nothing is tried again here.
   */
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]>;
  /** Closes after what is running. Idempotent. */
  close(): Promise<void>;
}

export interface DedicatedConnectionOptions {
  readonly connection: ClientConfig;
  /** Statements that every new session begins with. */
  readonly prologue: string;
  readonly log: DatabaseLog;
}

/** A prepared statement that is not there: a pooler has given us somebody else's session. */
const STATEMENT_MISSING = "26000";

/** A connection that is opened when it is first needed. */
export function createDedicatedConnection({
  connection,
  prologue,
  log,
}: DedicatedConnectionOptions): DedicatedConnection {
  let current: Promise<Client> | undefined;
  let isClosed = false;

  function open(): Promise<Client> {
    if (isClosed) return Promise.reject(new Error("Client was closed and is not queryable"));
    const client = new Client(connection);
    const opening = start(client);
    current = opening;
    const forget = (): void => {
      if (current === opening) current = undefined;
    };
    // The next statement connects anew; the one that was running is told by its own error.
    client.on("error", (error) => {
      log.warn({ reason: error.message }, "A connection of the writer was lost");
      forget();
    });
    client.on("end", forget);
    opening.catch(forget);
    return opening;
  }

  async function start(client: Client): Promise<Client> {
    try {
      await client.connect();
      await client.query(prologue);
      return client;
    } catch (error) {
      cut(client);
      throw error;
    }
  }

  return {
    async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> {
      const opening = current ?? open();
      const client = await opening;
      try {
        return (await client.query<Row>(statement)).rows;
      } catch (error) {
        if (isBeyondUse(error)) {
          if (current === opening) current = undefined;
          cut(client);
        }
        throw error;
      }
    },
    async close() {
      isClosed = true;
      const opening = current;
      current = undefined;
      const client = await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}

/** An answer of the database leaves the session alive, mostly; all other errors are the connection's own. */
function isBeyondUse(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const state = error.code ?? "";
  return state === STATEMENT_MISSING || /^(08|57P0)/.test(state);
}

/** Closes without waiting for an answer that may never come. */
export function cut(client: Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}
