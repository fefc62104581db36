import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import { StartError } from "../start-error.ts";
import type { DatabaseLog } from "./database-log.ts";
import { cutWhenSilent, NEVER } from "./database.ts";
import { replaceObjects } from "./objects.ts";
import { runSchemaChange } from "./schema-change.ts";
import { readSqlFiles, toReason, type SqlFile } from "./sql-file.ts";

/*
 * Brings the schema up to date: plain SQL files, forward only, each in its own transaction, in the order of their numbers (or,
 * with `-- no transaction` on its first line, statement by statement, so that an index is built while messages are sent);
 * then the functions and views of this release (objects.ts). Several servers may start at once: an advisory lock lets one
 * migrate while the others wait and then find nothing to do.
 */

export interface MigrateOptions {
  /** Folder of the files; the server's own by default. */
  readonly folder?: string;
  /** Folder of the functions and views; the server's own by default, none with other migrations than its own. */
  readonly objects?: string;
  /** The last number to apply: tests walk through the releases with it. */
  readonly until?: number;
  readonly log?: DatabaseLog;
}

interface Migration extends SqlFile {
  readonly number: number;
}

/** How often a server that waits for another one's migrations looks again. */
const LOCK_POLL_MS = 200;
/** Another key than the guard's: "migrat" in ASCII. */
const LOCK_KEY = "0x6d6967726174::bigint";
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const NO_TRANSACTION = /^-- no transaction\n/;
const OWN_FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));
const OWN_OBJECTS = fileURLToPath(new URL("../../../objects", import.meta.url));

/**
 * Applies every migration that the database lacks and returns their names, each wholly or not at all; then replaces the functions
 * and views that changed. Throws StartError when a migration was edited after it was applied, when the database is newer than
 * this server, or when a file fails.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? OWN_FOLDER);
  const client = await pool.connect();
  // A migration may take long, and so may that of another server that this one waits for.
  cutWhenSilent(client, NEVER);
  try {
    await client.query("set statement_timeout = 0");
    await takeLock(client, options.log);
    await client.query(`
      create table if not exists schema_migrations (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const pending = await listPending(client, migrations);
    const wanted = pending.filter(({ number }) => number <= (options.until ?? Infinity));
    for (const migration of wanted) {
      const state = { log: options.log, isFirst: migration === wanted[0] };
      if (NO_TRANSACTION.test(migration.text)) await applyByStatement(client, migration, state);
      else await apply(client, migration, state);
      options.log?.info({ migration: migration.file }, "Applied a migration");
    }
    const objects = options.objects ?? (options.folder === undefined ? OWN_OBJECTS : undefined);
    if (objects !== undefined && wanted.length === pending.length) {
      await replaceObjects(client, objects, migrations.length, options.log);
    }
    return wanted.map(({ file }) => file);
  } finally {
    // Ends the session, and with it the lock and its settings.
    client.release(true);
  }
}

/** Asks again and again: a statement that waited would hold a snapshot, for whose end a concurrent index build waits in turn. */
async function takeLock(client: PoolClient, log?: DatabaseLog): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as taken`,
    );
    if (rows[0]?.taken) return;
    if (tries === 1) log?.warn("Waiting for another server that migrates");
    await sleep(LOCK_POLL_MS);
  }
}

/** The migrations of a folder in their order; throws on a name that is not NNNN_name.sql or a number that occurs twice. */
function readMigrations(folder: string): Migration[] {
  const migrations = readSqlFiles(folder).map(toMigration);
  for (const [index, { number, file }] of migrations.entries()) {
    if (number !== index + 1) {
      throw new Error(
        `Migration ${file} should have the number ${index + 1}: numbers have no gap and no double`,
      );
    }
  }
  return migrations;
}

function toMigration(sql: SqlFile): Migration {
  const [, number] = FILE_NAME.exec(sql.file) ?? [];
  if (number === undefined)
    throw new Error(`Migration ${sql.file} is not named like 0001_name.sql`);
  return { ...sql, number: Number(number) };
}

interface ApplyState {
  readonly log: DatabaseLog | undefined;
  /** Nothing was changed before it. */
  readonly isFirst: boolean;
}

/** A server of the release before refuses a database with a migration that it does not know. */
function whatWorks({ isFirst }: ApplyState): string {
  return isFirst
    ? "The version of Colbin before still works on this database."
    : "The migrations before it stay: start this version again when the cause is mended, or restore the backup. Servers of the version before that are running go on.";
}

async function listPending(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from schema_migrations order by number",
  );
  for (const applied of rows) {
    const known = migrations.find(({ number }) => number === applied.number);
    if (!known) {
      throw new StartError(
        `The database was migrated by a newer Colbin (it has ${applied.name}, which this one does not know). Start that version again; going back is not possible.`,
      );
    }
    if (known.checksum !== applied.checksum) {
      throw new StartError(
        `The migration ${known.file} was changed after it had been applied. Restore the file as it was, and put the change into a new migration.`,
      );
    }
  }
  const last = rows.at(-1)?.number ?? 0;
  return migrations.filter(({ number }) => number > last);
}

async function apply(client: PoolClient, migration: Migration, state: ApplyState): Promise<void> {
  const { file, text } = migration;
  const change = async () => {
    await client.query(text);
    await record(client, migration);
  };
  try {
    await runSchemaChange(client, change, state.log);
  } catch (error) {
    throw new StartError(
      `The migration ${file} failed and changed nothing: ${toReason(error, text)}. ${whatWorks(state)}`,
      { cause: error },
    );
  }
}

/** A try that broke off is repeated from the first statement: such a file drops what its own first try may have left. */
async function applyByStatement(
  client: PoolClient,
  migration: Migration,
  state: ApplyState,
): Promise<void> {
  const sql = migration.text.replaceAll(/^--.*$/gm, "");
  const statements = sql.split(/;[ \t]*$/m).filter((statement) => statement.trim() !== "");
  try {
    for (const statement of statements) await client.query(statement);
    await record(client, migration);
  } catch (error) {
    throw new StartError(
      `The migration ${migration.file} failed and is repeated at the next start: ${error instanceof Error ? error.message : String(error)}. ${whatWorks(state)}`,
      { cause: error },
    );
  }
}

async function record(client: PoolClient, { number, file, checksum }: Migration): Promise<void> {
  await client.query("insert into schema_migrations (number, name, checksum) values ($1, $2, $3)", [
    number,
    file,
    checksum,
  ]);
}
