import { expect, test, onTestFinished } from "vitest";
import { emptyDatabase, folderOf } from "#test/sql-folder.ts";
import { silentLog } from "#test/silent-log.ts";
import { StartError } from "../start-error.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

const BASE = "create or replace view base as select 1 as a;";
const ABOVE = "-- needs: base\ncreate or replace view above as select a from base;";
const SUM =
  "create or replace function sum_of(a integer) returns integer language sql return a + 1;";
const files = { "base.sql": BASE, "above.sql": ABOVE, "sum_of.sql": SUM };

/** A release: so many migrations, and functions and views. */
async function release(
  database: Database,
  migrations: number,
  objects: Record<string, string>,
  log = silentLog,
): Promise<void> {
  const names = Array.from({ length: migrations }, (_, index) => `000${index + 1}_nothing.sql`);
  const folder = folderOf(Object.fromEntries(names.map((name) => [name, "-- Nothing."])));
  await migrate(database.pool, { folder, objects: folderOf(objects), log });
}

async function released(): Promise<Database> {
  const database = await emptyDatabase();
  await release(database, 1, files);
  return database;
}

async function read({ pool }: Database, query: string): Promise<unknown[]> {
  const { rows } = await pool.query<unknown[]>({ text: query, rowMode: "array" });
  return rows.flat();
}

const OIDS = "select 'base'::regclass::oid, 'above'::regclass::oid, 'sum_of'::regproc::oid";

test("those that changed are replaced in their place, and those that are gone are dropped", async () => {
  const database = await released();
  const oids = await read(database, OIDS);

  const changed = { ...files, "sum_of.sql": SUM.replace("+ 1", "+ 2") };
  await release(database, 2, changed);

  expect(await read(database, "select sum_of(a) from above")).toEqual([3]);
  expect(await read(database, OIDS)).toEqual(oids);

  await release(database, 3, { "base.sql": BASE });
  const gone = "select to_regclass('above'), to_regproc('sum_of'), a from base";
  expect(await read(database, gone)).toEqual([null, null, 1]);
});

test("one that a migration dropped is made again", async () => {
  const database = await released();
  await database.pool.query("drop view above");
  await release(database, 2, files);
  expect(await read(database, "select a from above")).toEqual([1]);
});

test("a view whose columns change is dropped and made with those above it, where its file says so", async () => {
  const database = await released();
  const columns = BASE.replace("1 as a", "2 as b, 3 as a");

  await expect(release(database, 2, { ...files, "base.sql": columns })).rejects.toThrow(
    /^The object base\.sql failed, and no function or view was changed: /,
  );
  expect(await read(database, "select * from base")).toEqual([1]);

  await release(database, 2, { ...files, "base.sql": `-- replace: drop\n${columns}` });
  expect(await read(database, "select a from above")).toEqual([3]);
});

test("a function that takes more arguments takes the place of the former, where its file says so", async () => {
  const database = await released();
  const more = SUM.replace("a integer", "a integer, b integer default 2").replace("+ 1", "+ b");
  await release(database, 2, { ...files, "sum_of.sql": `-- replace: drop\n${more}` });
  expect(await read(database, "select sum_of(1)")).toEqual([3]);
});

test.each([
  ["other ones", { ...files, "base.sql": `${BASE} -- better` }],
  ["fewer", { "base.sql": BASE }],
  ["more", { ...files, "extra.sql": SUM.replace("sum_of", "extra") }],
])("a server with the same migrations and %s is refused", async (_, others) => {
  const database = await released();
  const refusal = release(database, 1, others);
  await expect(refusal).rejects.toThrow(StartError);
  await expect(refusal).rejects.toThrow("functions or views of another");
  await release(database, 1, files);
});

test.each([
  [
    "makes one function or view of its name, not 2",
    { "sum_of.sql": SUM.replace("a integer", "a bigint") },
  ],
  ["makes one function or view of its name, not 0", { "other.sql": SUM }],
  ["needs another or a missing one: above, base", { "base.sql": `-- needs: nothing\n${BASE}` }],
  ["not named like a_name.sql", { "1-base.sql": BASE }],
  ["wrong.sql failed, .*line 2: syntax error", { "wrong.sql": "-- Wrong.\ncreate veiw wrong;" }],
  ["cannot drop .* because other objects depend on", { "base.sql": `-- replace: drop\n${BASE}` }],
])("a file that is wrong leaves all as they were: %s", async (complaint, wrong) => {
  const database = await released();
  await database.pool.query("create view undeclared as select a from base");
  const changed = { ...files, "above.sql": `${ABOVE} -- better`, ...wrong };
  await expect(release(database, 2, changed)).rejects.toThrow(new RegExp(complaint));
  await release(database, 2, files);
});

test("a transaction that has read a view goes on, and the replacement waits for it", async () => {
  const database = await released();
  const reader = await database.pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query("begin; select a from base");

  const isWaiting = Promise.withResolvers<void>();
  const changed = { ...files, "base.sql": BASE.replace("1 as a", "2 as a") };
  const log = { ...silentLog, warn: () => isWaiting.resolve() };
  const releasing = release(database, 2, changed, log);
  await isWaiting.promise;
  await reader.query("select a from above; commit");

  await releasing;
  expect(await read(database, "select a from base")).toEqual([2]);
});
