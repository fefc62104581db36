import type { PoolClient } from "pg";
import { StartError } from "../start-error.ts";
import type { DatabaseLog } from "./database-log.ts";
import { runSchemaChange } from "./schema-change.ts";
import { readSqlFiles, toReason, type SqlFile } from "./sql-file.ts";

/*
 * Functions and views: one a file, named by it, replaced after the migrations when the file has changed. Which of two servers
 * has the newer ones is told by their last migrations.
 */

interface SchemaObject extends SqlFile {
  readonly name: string;
  readonly needs: readonly string[];
  /** Whether it is dropped first: PostgreSQL replaces nothing whose columns or result change. */
  readonly isDropped: boolean;
}

interface Stored {
  readonly name: string;
  readonly checksum: string;
  readonly migration: number;
}

interface Found {
  readonly name: string;
  readonly kind: "view" | "routine";
  /** As `drop` takes it: a routine with its arguments. */
  readonly identity: string;
}

const FILE_NAME = /^([a-z][a-z0-9_]*)\.sql$/;

/**
 * Makes the functions and views those of a folder, all or none, for a database whose last migration is the given one. Throws
 * StartError when one fails, when others of the same migration are there, or when requests keep one locked for a minute.
 */
export async function replaceObjects(
  client: PoolClient,
  folder: string,
  migration: number,
  log?: DatabaseLog,
): Promise<void> {
  const objects = readObjects(folder);
  await client.query(
    "create table if not exists schema_objects (name text primary key, checksum text not null, migration integer not null)",
  );
  try {
    const replace = () => replaceChanged(client, objects, migration);
    const replaced = await runSchemaChange(client, replace, log);
    if (replaced.length > 0) log?.info({ objects: replaced }, "Replaced functions and views");
  } catch (error) {
    throw toStartError(error);
  }
}

function toStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`No function or view was changed: ${reason}`, { cause: error });
}

/** The files in an order in which each comes after those that it needs. */
function readObjects(folder: string): SchemaObject[] {
  const waiting = readSqlFiles(folder).map(toObject);
  const ordered: SchemaObject[] = [];
  const isThere = (name: string): boolean => ordered.some((each) => each.name === name);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every(isThere));
    const [object] = waiting.splice(next, 1);
    if (next === -1 || !object) {
      const names = [...waiting, object].map((each) => each?.name).join(", ");
      throw new Error(`Of these objects each needs another or a missing one: ${names}`);
    }
    ordered.push(object);
  }
  return ordered;
}

function toObject(sql: SqlFile): SchemaObject {
  const name = FILE_NAME.exec(sql.file)?.[1];
  if (name === undefined) throw new Error(`The object ${sql.file} is not named like a_name.sql`);
  const needs = [...sql.text.matchAll(/^-- needs: (\w+)$/gm)].map((match) => match[1] ?? "");
  return { ...sql, name, needs, isDropped: /^-- replace: drop$/m.test(sql.text) };
}

async function replaceChanged(
  client: PoolClient,
  objects: readonly SchemaObject[],
  migration: number,
): Promise<string[]> {
  const { rows: stored } = await client.query<Stored>(
    "select name, checksum, migration from schema_objects",
  );
  const removed = stored.filter(({ name }) => !objects.some((object) => object.name === name));
  const isChanged = ({ name, checksum }: SchemaObject): boolean =>
    stored.find((each) => each.name === name)?.checksum !== checksum;
  const isNewer = stored.every((each) => each.migration < migration);
  if (!isNewer) refuseOthers([...objects.filter(isChanged), ...removed]);

  const found = await findObjects(client, [...objects, ...removed]);
  const isMissing = ({ name }: SchemaObject): boolean => !found.some((each) => each.name === name);
  const stale: SchemaObject[] = [];
  for (const object of objects) {
    const isUndone = stale.some(({ name, isDropped }) => isDropped && object.needs.includes(name));
    if (isUndone) stale.push({ ...object, isDropped: true });
    else if (isChanged(object) || isMissing(object)) stale.push(object);
  }
  const among = (names: readonly { readonly name: string }[]): Found[] =>
    found.filter(({ name }) => names.some((each) => each.name === name));
  await drop(client, among(stale.filter(({ isDropped }) => isDropped)));
  for (const object of stale) await create(client, object);
  await drop(client, among(removed));
  if (isNewer) await store(client, objects, migration);
  return [...stale, ...removed].map(({ name }) => name);
}

function refuseOthers(others: readonly { readonly name: string }[]): void {
  if (others.length === 0) return;
  throw new StartError(
    `The database has the migrations of this Colbin and functions or views of another (${others.map(({ name }) => name).join(", ")}). Start the version that ran on it last. Whoever changes one adds a migration as well, by which a newer one is known: see "A function or view" in CONTRIBUTING.md.`,
  );
}

async function findObjects(
  client: PoolClient,
  objects: readonly { readonly name: string }[],
): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select relname as name, 'view' as kind, quote_ident(relname) as identity
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' and relname = any ($1)
    union all
    select proname, 'routine', oid::regprocedure::text
      from pg_proc where pronamespace = 'public'::regnamespace and proname = any ($1)`,
    [objects.map(({ name }) => name)],
  );
  return rows;
}

/** Views before the routines that they call; those of one kind may need one another. */
async function drop(client: PoolClient, found: readonly Found[]): Promise<void> {
  for (const kind of ["view", "routine"] as const) {
    const identities = found.filter((each) => each.kind === kind).map(({ identity }) => identity);
    if (identities.length > 0) await client.query(`drop ${kind} ${identities.join(", ")}`);
  }
}

async function create(client: PoolClient, object: SchemaObject): Promise<void> {
  try {
    await client.query(object.text);
  } catch (error) {
    throw new StartError(
      `The object ${object.file} failed, and no function or view was changed: ${toReason(error, object.text)}`,
      { cause: error },
    );
  }
  const made = await findObjects(client, [object]);
  if (made.length === 1) return;
  throw new StartError(
    `The object ${object.file} makes one function or view of its name, not ${made.length} (${made.map(({ identity }) => identity).join(", ")}); other arguments take another name`,
  );
}

async function store(
  client: PoolClient,
  objects: readonly SchemaObject[],
  migration: number,
): Promise<void> {
  await client.query("delete from schema_objects");
  await client.query(
    "insert into schema_objects (name, checksum, migration) select name, checksum, $3 from unnest($1::text[], $2::text[]) o (name, checksum)",
    [objects.map(({ name }) => name), objects.map(({ checksum }) => checksum), migration],
  );
}
