import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#test/database.ts";
import { describeTables } from "#test/schema-types.ts";
import { silentLog } from "#test/silent-log.ts";
import { emptyDatabase, folderOf } from "#test/sql-folder.ts";
import { StartError } from "../start-error.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { schemaFingerprint } from "./schema-fingerprint.ts";

const OWN_FOLDER = join(import.meta.dirname, "../../../migrations");
const DATA_FOLDER = join(import.meta.dirname, "../../../test/migration-data");

const CREATE_PEOPLE = "create table people (id bigint primary key, name text not null);";
const BUILD_INDEX = `-- no transaction
-- Names are unique;
drop index concurrently if exists people_name_idx;
create unique index concurrently people_name_idx on people (name);
`;
const ADD_AGE = "alter table people add column age integer;";

async function listColumns({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'people' order by ordinal_position",
  );
  return rows.map((row) => row.column_name);
}

async function listIndexes({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query<{ name: string; valid: boolean }>(
    "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'people'::regclass",
  );
  return rows;
}

describe("migrating", () => {
  test("applies what is missing in order, and nothing twice", async () => {
    const database = await emptyDatabase();
    const folder = folderOf({ "0001_people.sql": CREATE_PEOPLE, "0002_age.sql": ADD_AGE });

    expect(await migrate(database.pool, { folder })).toEqual(["0001_people.sql", "0002_age.sql"]);
    expect(await migrate(database.pool, { folder })).toEqual([]);
    expect(await listColumns(database)).toEqual(["id", "name", "age"]);
  });

  test("servers that start at once do it once", async () => {
    const database = await emptyDatabase();
    const folder = folderOf({ "0001_people.sql": CREATE_PEOPLE, "0002_age.sql": ADD_AGE });

    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, { folder })));

    expect(results.flat().toSorted()).toEqual(["0001_people.sql", "0002_age.sql"]);
  });

  test("an index is built without a transaction while other servers wait, and again after a try that failed", async () => {
    const database = await emptyDatabase();
    const first = { "0001_people.sql": CREATE_PEOPLE };
    await migrate(database.pool, { folder: folderOf(first) });
    await database.pool.query("insert into people (id, name) values (1, 'Ada'), (2, 'Ada')");
    const folder = folderOf({ ...first, "0002_names.sql": BUILD_INDEX });

    await expect(migrate(database.pool, { folder })).rejects.toThrow(
      /0002_names\.sql failed and is repeated at the next start: could not create unique index/,
    );
    expect(await listIndexes(database)).toContainEqual({ name: "people_name_idx", valid: false });

    await database.pool.query("delete from people where id = 2");
    // A transaction of before holds up the build, so that the second server finds it under way.
    const reader = await database.pool.connect();
    await reader.query("begin isolation level repeatable read; select from people");
    const waiting = Promise.withResolvers<void>();
    const log = { ...silentLog, warn: () => waiting.resolve() };
    const servers = [1, 2].map(() => migrate(database.pool, { folder, log }));
    await waiting.promise;
    await reader.query("commit");
    reader.release();

    expect((await Promise.all(servers)).flat()).toEqual(["0002_names.sql"]);
    expect(await listIndexes(database)).toContainEqual({ name: "people_name_idx", valid: true });
  });

  test("requests pass while a migration waits for a table that somebody keeps", async () => {
    const database = await emptyDatabase();
    const first = { "0001_people.sql": CREATE_PEOPLE };
    await migrate(database.pool, { folder: folderOf(first) });
    const reader = await database.pool.connect();
    await reader.query("begin; select from people");
    const waiting = Promise.withResolvers<void>();
    const log = { ...silentLog, warn: () => waiting.resolve() };
    const migrating = migrate(database.pool, {
      folder: folderOf({ ...first, "0002_age.sql": ADD_AGE }),
      log,
    });
    await waiting.promise;
    expect(await listColumns(database)).toEqual(["id", "name"]);
    await database.pool.query("insert into people (id, name) values (1, 'Ada')");
    await reader.query("commit");
    reader.release();
    expect(await migrating).toEqual(["0002_age.sql"]);
  });

  test("a file that fails changes nothing and says where", async () => {
    const database = await emptyDatabase();
    const folder = folderOf({
      "0001_people.sql": CREATE_PEOPLE,
      "0002_wrong.sql": `${ADD_AGE}\n\nalter table nobody add column age integer;`,
    });

    const migrating = migrate(database.pool, { folder });

    await expect(migrating).rejects.toThrow(StartError);
    await expect(migrating).rejects.toThrow(
      /0002_wrong\.sql failed and changed nothing: .*"nobody" does not exist\. The migrations before it stay/,
    );
    expect(await listColumns(database)).toEqual(["id", "name"]);
  });

  test("a syntax error is told with its line", async () => {
    const database = await emptyDatabase();
    const folder = folderOf({ "0001_wrong.sql": `${CREATE_PEOPLE}\n\ncreate tabel x ();` });
    await expect(migrate(database.pool, { folder })).rejects.toThrow("line 3: syntax error");
  });

  test("an old file that was edited is refused", async () => {
    const database = await emptyDatabase();
    await migrate(database.pool, { folder: folderOf({ "0001_people.sql": CREATE_PEOPLE }) });

    const edited = folderOf({ "0001_people.sql": `${CREATE_PEOPLE} -- better` });

    await expect(migrate(database.pool, { folder: edited })).rejects.toThrow(
      "0001_people.sql was changed after it had been applied",
    );
  });

  test("other line ends are no edit", async () => {
    const database = await emptyDatabase();
    const text = `${CREATE_PEOPLE}\n${ADD_AGE}\n`;
    await migrate(database.pool, { folder: folderOf({ "0001_people.sql": text }) });

    const checkedOutOnWindows = folderOf({ "0001_people.sql": text.replaceAll("\n", "\r\n") });

    expect(await migrate(database.pool, { folder: checkedOutOnWindows })).toEqual([]);
  });

  test("a database of a newer version is refused", async () => {
    const database = await emptyDatabase();
    const newer = folderOf({ "0001_people.sql": CREATE_PEOPLE, "0002_age.sql": ADD_AGE });
    await migrate(database.pool, { folder: newer });

    const older = folderOf({ "0001_people.sql": CREATE_PEOPLE });

    await expect(migrate(database.pool, { folder: older })).rejects.toThrow("newer Colbin");
  });

  test.each([
    [{ "0002_people.sql": CREATE_PEOPLE }, "should have the number 1"],
    [{ "0001_people.sql": CREATE_PEOPLE, "0001_age.sql": ADD_AGE }, "should have the number 2"],
    [{ "1_people.sql": CREATE_PEOPLE }, "not named like 0001_name.sql"],
  ])("files that are numbered wrongly are refused: %o", async (files, complaint) => {
    const database = await emptyDatabase();
    await expect(migrate(database.pool, { folder: folderOf(files) })).rejects.toThrow(complaint);
  });
});

/** Rows as they may be in the database of somebody who comes from this release. */
async function addData({ pool }: Database, migration: string): Promise<void> {
  if (readdirSync(DATA_FOLDER).includes(migration)) {
    await pool.query(readFileSync(join(DATA_FOLDER, migration), "utf8"));
  }
}

describe("the schema", () => {
  let migrated: Database;

  beforeAll(async () => {
    migrated = await createTestDatabase();
  });
  afterAll(() => migrated.close());

  test("is the same when it is made at once and when data went through every release", async () => {
    const fresh = await emptyDatabase();
    await migrate(fresh.pool);

    const grown = await emptyDatabase();
    for (const [index, name] of readdirSync(OWN_FOLDER).toSorted().entries()) {
      expect(await migrate(grown.pool, { until: index + 1 })).toEqual([name]);
      await addData(grown, name);
    }

    expect(await schemaFingerprint(grown.pool)).toBe(await schemaFingerprint(fresh.pool));
  });

  test("has the types of schema.generated.ts; else run: node tools/src/schema-types.ts", async () => {
    const generated = readFileSync(join(import.meta.dirname, "schema.generated.ts"), "utf8");
    expect(generated).toBe(await describeTables(migrated.kysely));
  });

  test.each([
    "alter table users alter column bio set not null",
    "alter table users alter column bio set default ''",
    "alter table users drop column bio",
    "alter table rooms alter column title type varchar(80)",
    "alter table rooms set (fillfactor = 90)",
    "alter table messages drop constraint messages_client_key",
    "drop index participants_user_idx",
    "create table extra ()",
    "create sequence extra",
    "create view extra as select id from users",
    "create function extra() returns integer language sql return 1",
    "create type extra as enum ('a')",
    "create extension citext",
  ])("shows in its fingerprint: %s", async (change) => {
    const client = await migrated.pool.connect();
    try {
      await client.query("begin");
      const before = await schemaFingerprint(client);
      await client.query(change);
      expect(await schemaFingerprint(client)).not.toBe(before);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
