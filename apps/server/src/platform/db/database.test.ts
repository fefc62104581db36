import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { makeDataFolder, newDataFolder, clusterOf } from "#test/data-folder.ts";
import { createEmptyDatabase, createTestDatabase } from "#test/database.ts";
import { findFreePort } from "#test/free-port.ts";
import { silentLog } from "#test/silent-log.ts";
import { StartError } from "../start-error.ts";
import { openDatabase, type Database, type Db } from "./database.ts";
import { startThrowAway } from "./embedded/throw-away.ts";
import { migrate } from "./migrate.ts";
import { RolledBack, runTransaction } from "./transaction.ts";
import { isUnavailable } from "./unavailable.ts";

const POOL = { dataDir: "/nowhere", databasePool: 4 };

interface Opened {
  readonly database: Database;
  readonly stop: () => Promise<void>;
}

async function openEmbedded(): Promise<Opened> {
  const { options, remove } = makeDataFolder();
  const database = await openDatabase(
    { ...POOL, databaseUrl: undefined, dataDir: options.dataFolder },
    silentLog,
  );
  return { database, stop: () => Promise.resolve(remove()) };
}

async function openOverTcp(): Promise<Opened> {
  const { connection, stop } = await startThrowAway(silentLog, {
    loopbackPort: await findFreePort(),
  });
  const { user, password, host, port } = connection;
  const databaseUrl = `postgres://${user}:${password}@${host}:${port}/colbin`;
  return { database: await openDatabase({ ...POOL, databaseUrl }, silentLog), stop };
}

async function openOverSocket(): Promise<Opened> {
  const { connection, stop } = await startThrowAway(silentLog);
  const { user, password, host } = connection;
  const databaseUrl = `postgresql://${user}:${password}@/colbin?host=${host}`;
  return { database: await openDatabase({ ...POOL, databaseUrl }, silentLog), stop };
}

describe.each([
  ["embedded", openEmbedded],
  ["external, over TCP", openOverTcp],
  ["external, over a socket", openOverSocket],
])("a database, %s", (_, open) => {
  let opened: Opened;
  let database: Database;

  beforeAll(async () => {
    opened = await open();
    ({ database } = opened);
    await migrate(database.pool);
  });
  afterAll(async () => {
    await database.close();
    await opened.stop();
  });

  test("answers typed queries", async () => {
    const rooms = await database.kysely.selectFrom("rooms").select(["slug", "last_seq"]).execute();
    expect(rooms).toEqual([{ slug: "general", last_seq: 0 }]);
  });

  test("gives an application no more rights than it needs", async () => {
    const { rows } = await database.pool.query(
      "select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
    ]);
  });

  test("reads values as the code expects them", async () => {
    const { rows } = await database.pool.query(`select
      9007199254740991 as "int8", '{1,2}'::bigint[] as "int8s", count(*) as count,
      timestamptz '2026-01-02 03:04:05.678+02' as "timestamptz", date '2026-01-02' as date, '{2026-01-02}'::date[] as dates,
      '{"a": [1]}'::jsonb as jsonb, 1.50 as numeric, '\\x01'::bytea as bytea, '{a,b}'::text[] as texts from rooms`);
    expect(rows).toEqual([
      {
        int8: 9_007_199_254_740_991,
        int8s: [1, 2],
        count: 1,
        timestamptz: new Date("2026-01-02T01:04:05.678Z"),
        date: "2026-01-02",
        dates: ["2026-01-02"],
        jsonb: { a: [1] },
        numeric: "1.50",
        bytea: Buffer.from([1]),
        texts: ["a", "b"],
      },
    ]);
  });

  test("refuses to round a number that is too large", async () => {
    await expect(database.pool.query("select 9007199254740993::bigint")).rejects.toThrow(
      "beyond the whole numbers of JavaScript",
    );
    await expect(database.pool.query("select 1")).resolves.toBeDefined();
  });

  test("rolls a failed transaction back", async () => {
    const transaction = database.kysely.transaction().execute(async (tx) => {
      await tx.updateTable("rooms").set({ title: "changed" }).execute();
      throw new Error("no");
    });
    await expect(transaction).rejects.toThrow("no");
    const { title } = await database.kysely
      .selectFrom("rooms")
      .select("title")
      .executeTakeFirstOrThrow();
    expect(title).toBe("general");
  });

  test("plans a statement once per connection, and anew when a migration has changed its columns", async () => {
    const { kysely } = database;
    await sql`create table plans (number integer)`.execute(kysely);
    const read = (db: Db) => sql`select * from plans where number = ${1}`.execute(db);
    await kysely.connection().execute(async (db) => {
      for (let times = 0; times < 3; times += 1) await read(db);
      const { rows } = await sql`
        select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%from plans%'`.execute(
        db,
      );
      expect(rows).toEqual([{ uses: 3 }]);
      await sql`alter table plans add column name text`.execute(db);
      await expect(read(db)).rejects.toSatisfy(isUnavailable);
      await sql`insert into plans values (1, 'one')`.execute(db);
      expect((await read(db)).rows).toEqual([{ number: 1, name: "one" }]);
    });
  });

  test("opens sessions of their own that hear notifications", async () => {
    const client = new Client(database.connection);
    await client.connect();
    const heard = new Promise((resolve) => {
      client.on("notification", ({ payload }) => resolve(payload));
    });
    await client.query("listen news");
    await database.pool.query("select pg_notify('news', 'hello')");
    expect(await heard).toBe("hello");
    expect((await client.query("select 5::bigint as number")).rows).toEqual([{ number: 5 }]);
    await client.end();
  });

  test("survives the loss of connections, idle and busy", async () => {
    const busy = database.pool.query("select pg_sleep(60)");
    const lost = busy.catch((error: unknown) => error);
    await vi.waitUntil(async () => {
      const { rows } = await database.pool.query<{ ended: boolean }>(
        "select pg_terminate_backend(pid) as ended from pg_stat_activity where query like '%pg_sleep(60)' and pid <> pg_backend_pid()",
      );
      return rows.length > 0;
    });
    expect(await lost).toSatisfy(isUnavailable);
    await database.pool
      .query("select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user")
      .catch(() => undefined);
    await vi.waitUntil(async () => {
      const answer = await database.pool.query("select 1").catch(() => undefined);
      return answer !== undefined;
    });
  });

  test.each([
    { when: "in the middle of", statement: sql`select 1`, isOver: true },
    { when: "at the end of", statement: undefined, isOver: false },
  ])("survives the loss of a connection $when a transaction", async ({ statement, isOver }) => {
    const transaction = runTransaction(database.kysely, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await database.pool.query("select pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
      await statement?.execute(tx);
    });
    const lost = await transaction.catch((error: unknown) => error);
    expect(lost).toSatisfy(isUnavailable);
    expect(lost instanceof RolledBack).toBe(isOver);
    await expect(database.pool.query("select 1")).resolves.toBeDefined();
  });
});

describe("an embedded database that is killed", () => {
  test("is unavailable for a moment, and then has everything committed", async () => {
    const { dataFolder } = newDataFolder();
    const database = await openDatabase(
      { ...POOL, databaseUrl: undefined, dataDir: dataFolder },
      silentLog,
    );
    onTestFinished(database.close);
    await sql`create table numbers (number integer primary key)`.execute(database.kysely);
    const postmaster = Number(
      readFileSync(join(clusterOf(dataFolder), "postmaster.pid"), "utf8").split("\n")[0],
    );

    const acknowledged: number[] = [];
    const errors: unknown[] = [];
    for (let number = 0; acknowledged.length < 200 || errors.length === 0; number += 1) {
      if (number === 100) process.kill(postmaster, "SIGKILL");
      await database.pool.query("insert into numbers values ($1)", [number]).then(
        () => acknowledged.push(number),
        (error: unknown) => errors.push(error),
      );
    }

    expect(errors.filter((error) => !isUnavailable(error))).toEqual([]);
    const { rows } = await database.pool.query<{ number: number }>("select number from numbers");
    const kept = new Set(rows.map((row) => row.number));
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  });
});

describe("closing", () => {
  test("is idempotent, and later calls find the database unavailable", async () => {
    const database = await createTestDatabase();
    await Promise.all([database.close(), database.close()]);
    await expect(database.pool.query("select 1")).rejects.toSatisfy(isUnavailable);
  });

  test("waits for work in flight", async () => {
    const database = await createTestDatabase();
    const working = database.pool.query("select pg_sleep(0.3), 1 as one");
    await database.close();
    expect((await working).rows).toMatchObject([{ one: 1 }]);
  });
});

function urlOf(change: { user?: string; password?: string; database?: string }): string {
  const { host, user, password, database } = {
    ...inject("databaseServer").connection,
    ...change,
  };
  return `postgres://${user}:${password}@/${database}?host=${host}`;
}

test("an empty database that somebody else sets up at the same moment is taken", async () => {
  const empty = await createEmptyDatabase();
  onTestFinished(empty.close);
  const { rows } = await empty.pool.query<{ name: string }>("select current_database() as name");
  const name = rows[0]?.name ?? "";
  const other = new Client({ ...inject("databaseServer").superuser, database: name });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("drop extension pg_trgm");
  await other.query("begin; create extension pg_trgm");
  const opening = openDatabase({ ...POOL, databaseUrl: urlOf({ database: name }) }, silentLog);
  await expect
    .poll(async () => {
      const waiting = await empty.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.rowCount;
    })
    .toBe(1);
  await other.query("commit");
  const database = await opening;
  await database.close();
});

describe("a wrong DATABASE_URL", () => {
  async function refusalOf(databaseUrl: string): Promise<string> {
    try {
      const database = await openDatabase({ ...POOL, databaseUrl }, silentLog);
      onTestFinished(database.close);
    } catch (error) {
      if (error instanceof StartError) return error.message;
      throw error;
    }
    throw new Error("The database was accepted");
  }

  test("to a port where nothing listens is told", async () => {
    const port = await findFreePort();
    const message = await refusalOf(`postgres://colbin:hunter2@127.0.0.1:${port}/colbin`);
    expect(message).toBe(
      `Nothing answers at 127.0.0.1:${port}. Start the database, or correct host and port in DATABASE_URL. Example: DATABASE_URL=postgres://colbin:password@db.example.org:5432/colbin`,
    );
  });

  test.each([
    [
      "an unknown host",
      "postgres://colbin:hunter2@db.invalid/colbin",
      "The host name of db.invalid:5432",
    ],
    ["a missing socket", "postgres:///colbin?host=/tmp/none", "There is no socket at /tmp/none."],
  ])("to %s is told", async (_, url, sentence) => {
    expect(await refusalOf(url)).toContain(sentence);
  });

  test("with a wrong password is told without the password", async () => {
    const message = await refusalOf(urlOf({ password: "hunter2" }));
    expect(message).toContain("refuses the password of colbin");
    expect(message).not.toContain("hunter2");
  });

  test("to a database that does not exist is told", async () => {
    expect(await refusalOf(urlOf({ database: "nothing" }))).toContain(
      'There is no database "nothing"',
    );
  });

  test("to a database in which only English could be found is told", async () => {
    const { superuser, connection } = inject("databaseServer");
    const client = new Client(superuser);
    await client.connect();
    await client.query(
      `create database ascii_only owner ${connection.user} template template0 locale_provider libc locale 'C'`,
    );
    onTestFinished(async () => {
      await client.query("drop database ascii_only with (force)");
      await client.end();
    });
    expect(await refusalOf(urlOf({ database: "ascii_only" }))).toContain(
      "Search would find nothing but English",
    );
  });

  test("with a user who may not make the extension is told", async () => {
    const { superuser } = inject("databaseServer");
    const database = await createEmptyDatabase();
    onTestFinished(database.close);
    const { rows } = await database.pool.query<{ name: string }>(
      "select current_database() as name",
    );
    const client = new Client({ ...superuser, database: rows[0]?.name ?? "" });
    await client.connect();
    await client.query("drop extension pg_trgm; create role guest login password 'guest'");
    onTestFinished(async () => {
      await client.query("drop role guest");
      await client.end();
    });
    const url = urlOf({ user: "guest", password: "guest", database: rows[0]?.name ?? "" });
    expect(await refusalOf(url)).toContain("The extension pg_trgm cannot be made");
  });
});
