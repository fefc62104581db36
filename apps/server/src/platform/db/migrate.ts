import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import { StartError } from "../start-error.ts";
import type { DatabaseLog } from "./database-log.ts";
import { cutWhenSilent, NEVER } from "./database.ts";

/*
 * Brings the schema up to date: plain SQL files, forward only, each in its own transaction, in the order of their numbers.
 * Several servers may start at once: an advisory lock lets one migrate while the others wait and then find nothing to do.
 */

export interface MigrateOptions {
  /** Folder of the files; the server's own by default. */
  readonly folder?: string;
  /** The last number to apply: tests walk through the releases with it. */
  readonly until?: number;
  readonly log?: DatabaseLog;
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Another key than the guard's: "migrat" in ASCII. */
const LOCK_KEY = "0x6d6967726174::bigint";
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const OWN_FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));

/**
 * Applies every migration that the database lacks and returns their names. Each is applied wholly or not at all. Throws
 * StartError when a file was edited after it was applied, when the database is newer than this server, or when one fails.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? OWN_FOLDER);
  const client = await pool.connect();
  // A migration may take long, and so may that of another server that this one waits for.
  cutWhenSilent(client, NEVER);
  try {
    await client.query(`set statement_timeout = 0; select pg_advisory_lock(${LOCK_KEY})`);
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
      await apply(client, migration);
      options.log?.info({ migration: migration.name }, "Applied a migration");
    }
    return wanted.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the lock and its settings.
    client.release(true);
  }
}

/** The migrations of a folder in their order; throws on a name that is not NNNN_name.sql or a number that occurs twice. */
function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = files.toSorted().map((file) => toMigration(join(folder, file)));
  for (const [index, { number, name }] of migrations.entries()) {
    if (number !== index + 1) {
      throw new Error(
        `Migration ${name} should have the number ${index + 1}: numbers have no gap and no double`,
      );
    }
  }
  return migrations;
}

function toMigration(path: string): Migration {
  const name = basename(path);
  const [, number] = FILE_NAME.exec(name) ?? [];
  if (number === undefined) throw new Error(`Migration ${name} is not named like 0001_name.sql`);
  const text = readFileSync(path, "utf8");
  // The same file has other line ends on Windows.
  const checksum = createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
  return { number: Number(number), name, text, checksum };
}

async function listPending(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from schema_migrations order by number",
  );
  for (const applied of rows) {
    const file = migrations.find(({ number }) => number === applied.number);
    if (!file) {
      throw new StartError(
        `The database was migrated by a newer Colbin (it has ${applied.name}, which this one does not know). Start that version again; going back is not possible.`,
      );
    }
    if (file.checksum !== applied.checksum) {
      throw new StartError(
        `The migration ${file.name} was changed after it had been applied. Restore the file as it was, and put the change into a new migration.`,
      );
    }
  }
  const last = rows.at(-1)?.number ?? 0;
  return migrations.filter(({ number }) => number > last);
}

async function apply(
  client: PoolClient,
  { number, name, text, checksum }: Migration,
): Promise<void> {
  try {
    await client.query("begin");
    await client.query(text);
    await client.query(
      "insert into schema_migrations (number, name, checksum) values ($1, $2, $3)",
      [number, name, checksum],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new StartError(
      `The migration ${name} failed and changed nothing: ${toReason(error, text)}. The version of Colbin before still works on this database.`,
      { cause: error },
    );
  }
}

function toReason(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error);
  const position = "position" in error ? Number(error.position) : Number.NaN;
  if (!Number.isInteger(position)) return error.message;
  return `line ${text.slice(0, position).split("\n").length}: ${error.message}`;
}
