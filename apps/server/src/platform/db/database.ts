import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig } from "pg";
import type { Config } from "../../config.ts";
import type { DatabaseLog } from "./database-log.ts";
import { startEmbedded } from "./embedded/embedded.ts";
import { withNamedStatements } from "./named-statements.ts";
import type { DB } from "./schema.generated.ts";
import { requireUsableDatabase, type DatabaseAddress } from "./usable.ts";
import { valueParsers } from "./value-parsers.ts";

/*
 * The seam to the database. Embedded or external, everything above sees the same: a query builder, a pool, and the options for
 * sessions of one's own. A lost connection never ends the process; `isUnavailable` tells callers what to answer.
 */

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export type DatabaseConnection = ClientConfig & { readonly statement_timeout: number };

type Target = ClientConfig & { readonly statement_timeout?: number };

export interface Database {
  readonly kysely: Db;
  readonly pool: Pool;
  /** For named statements by primary key that run with every request (createLookup): each is planned once per connection. */
  readonly lookups: Pool;
  /** The query builder over those: for small reads by primary key on which the live channel waits. */
  readonly quick: Db;
  /** For sessions outside the pool (message writer, job queue): a Client or Pool made from this parses values the same way. */
  readonly connection: DatabaseConnection;
  /** Waits for what is running, then closes; the embedded database is stopped last. Idempotent. */
  readonly close: () => Promise<void>;
}

export type DatabaseConfig = Pick<Config, "databaseUrl" | "dataDir" | "databasePool">;

/** Bounds who waits for a connection of a full pool as well: then they are told to come again. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Everybody waits for a lookup, and it reads a few rows. */
const LOOKUP_TIMEOUT_MS = 5_000;
const ANSWER_GRACE_MS = 2_000;
/** For a connection that rests, or whose answer may take as long as it likes. */
export const NEVER = 0;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CLOSE_PATIENCE_MS = 5_000;
const DRAIN_POLL_MS = 5;
/** One statement of a kind is under way at a time, so a few connections are never waited for. */
const LOOKUP_CONNECTIONS = 4;
/** Else PostgreSQL plans a statement anew whenever fewer are asked about than a general plan expects. */
const LOOKUP_PROLOGUE = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`;

/**
 * Opens the database of the configuration: the one of DATABASE_URL, else the embedded one, which is started. Throws
 * StartError with what the operator can do. The schema is not touched: see migrate.
 */
export async function openDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    return connectDatabase({ connectionString: config.databaseUrl }, config.databasePool, log);
  }
  const embedded = await startEmbedded({ dataFolder: config.dataDir, log });
  return connectDatabase(embedded.connection, config.databasePool, log, embedded.stop);
}

/** Opens a pool on a database that is running already; `stop` runs after it was closed, or at once when it is unusable. */
export async function connectDatabase(
  target: Target,
  poolSize: number,
  log: DatabaseLog,
  stop: () => Promise<void> = () => Promise.resolve(),
): Promise<Database> {
  const connection = toConnection(target);
  const pool = openPool({ ...connection, max: poolSize }, log);
  const lookups = openPool(
    {
      ...connection,
      statement_timeout: Math.min(connection.statement_timeout || Infinity, LOOKUP_TIMEOUT_MS),
      max: LOOKUP_CONNECTIONS,
      verify: (client, done) => void prepareLookups(client, done),
    },
    log,
  );
  try {
    await requireUsableDatabase(pool, toAddress(connection));
  } catch (error) {
    await pool.end();
    await stop();
    throw error;
  }
  const [kysely, quick] = [pool, lookups].map(
    (each) => new Kysely<DB>({ dialect: new PostgresDialect({ pool: withNamedStatements(each) }) }),
  ) as [Db, Db];
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeInOrder([lookups, pool], stop, log));
  return { kysely, pool, lookups, quick, connection, close };
}

async function prepareLookups(client: PoolClient, done: (error?: Error) => void): Promise<void> {
  try {
    await client.query(LOOKUP_PROLOGUE);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function openPool(options: PoolConfig & DatabaseConnection, log: DatabaseLog): Pool {
  const pool = new Pool(options);
  // Without a listener an idle connection that breaks would end the process. The next query tells its caller.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, "A database connection was lost");
  });
  // The pool does not listen to a connection that is lent out, so between two statements of a transaction nobody would. The
  // next statement tells its caller here, too.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("acquire", (client) => cutWhenSilent(client, answerTimeoutOf(options)));
  pool.on("release", (_error, client) => cutWhenSilent(client, NEVER));
  return pool;
}

/**
 * Milliseconds after which no answer is to be expected, because the database has ended a statement that took too long before;
 * NEVER where it ends none.
 */
export function answerTimeoutOf({ statement_timeout: statementMs }: DatabaseConnection): number {
  return statementMs === 0 ? NEVER : statementMs + ANSWER_GRACE_MS;
}

/**
 * Ends a connection over which nothing comes or goes for so long: the way to the database has broken without a word, and the
 * kernel would take a quarter of an hour to find out.
 */
export function cutWhenSilent({ connection: { stream } }: PoolClient, afterMs: number): void {
  if (!(stream instanceof Socket)) return;
  stream.removeListener("timeout", destroy).setTimeout(afterMs);
  if (afterMs !== NEVER) stream.once("timeout", destroy);
}

function destroy(this: Socket): void {
  this.destroy();
}

async function closeInOrder(
  pools: readonly Pool[],
  stop: () => Promise<void>,
  log: DatabaseLog,
): Promise<void> {
  const patience = new AbortController();
  const late = sleep(CLOSE_PATIENCE_MS, "late", { signal: patience.signal }).catch(() => "stopped");
  if ((await Promise.race([Promise.all(pools.map(drain)), late])) === "late") {
    log.warn("Some database work did not finish in time; cutting it off");
  }
  patience.abort();
  await stop();
}

/** The pool forgets who waits for a connection when it ends, so they come first. */
async function drain(pool: Pool): Promise<void> {
  while (pool.waitingCount > 0) await sleep(DRAIN_POLL_MS);
  await pool.end();
}

function toConnection(target: Target): DatabaseConnection {
  return {
    ...target,
    application_name: "colbin",
    types: valueParsers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: target.statement_timeout ?? timeoutIn(target) ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/** The driver prefers what an address says, so the waiting must go by it, too. */
function timeoutIn({ connectionString = "" }: Target): number | undefined {
  const [, timeoutMs] = /[?&]statement_timeout=(\d+)/.exec(connectionString) ?? [];
  return timeoutMs === undefined ? undefined : Number(timeoutMs);
}

/** A client that is never connected knows how the driver reads an address and fills its gaps. */
function toAddress(connection: ClientConfig): DatabaseAddress {
  const { host, port, user, database } = new Client(connection);
  return { host, port, user: user ?? "", database: database ?? "" };
}
