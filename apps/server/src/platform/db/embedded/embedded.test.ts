import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  clusterOf,
  copyDataFolder,
  makeUsedDataFolder,
  newDataFolder,
  type DataFolder,
} from "#test/data-folder.ts";
import { isAlive, ownerOf } from "#test/processes.ts";
import { findDatabaseAccount } from "./account.ts";
import {
  startEmbedded,
  type DirectConnection,
  type EmbeddedDatabase,
  type EmbeddedOptions,
} from "./embedded.ts";
import { toLockFile } from "./lock.ts";

const isRoot = process.getuid?.() === 0;

async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(options);
  onTestFinished(database.stop);
  return database;
}

async function ask<T extends object>(
  connection: DirectConnection,
  statement: string,
): Promise<T | undefined> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<T>(statement);
    return rows[0];
  } finally {
    await client.end();
  }
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe("a new data directory", () => {
  test("gets a PostgreSQL 18 with the settings that keep data and find text", async () => {
    const { connection } = await start(newDataFolder());

    const found = await ask<Record<string, unknown>>(
      connection,
      `select current_setting('server_version_num')::int / 10000 as version,
        current_setting('listen_addresses') as addresses,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as "synchronousCommit",
        current_setting('data_checksums') as checksums,
        current_setting('is_superuser') as superuser,
        (select array[datlocprovider::text, datlocale, datctype, pg_encoding_to_char(encoding)]
          from pg_database where datname = current_database()) as locale`,
    );

    expect(found).toEqual({
      version: 18,
      addresses: "",
      fsync: "on",
      synchronousCommit: "on",
      checksums: "on",
      superuser: "off",
      locale: ["b", "C.UTF-8", "C.UTF-8", "UTF8"],
    });
  });

  test("is closed to other accounts of the machine", async () => {
    const options = newDataFolder();
    const { connection } = await start(options);
    const cluster = clusterOf(options.dataFolder);

    expect(modeOf(cluster)).toBe(0o700);
    expect(modeOf(connection.host)).toBe(0o700);
    expect(modeOf(join(options.dataFolder, "postgres.json"))).toBe(0o600);
    expect(modeOf(join(options.dataFolder, "postgres.log"))).toBe(0o600);
    await expect(ask({ ...connection, password: "guessed" }, "select")).rejects.toThrow(
      "password authentication failed",
    );
  });

  test("is run by an account without rights", async () => {
    const options = newDataFolder();
    const { pid } = await start(options);
    const cluster = clusterOf(options.dataFolder);

    expect(statSync(cluster).uid).toBe(isRoot ? findDatabaseAccount()?.uid : process.getuid?.());
    expect(statSync(cluster).uid).not.toBe(0);
    expect(ownerOf(pid())).toBe(statSync(cluster).uid);
  });

  test("may be reached by root only: then the database lies in the system folder", async () => {
    const options = newDataFolder("closed");
    const closed = join(options.dataFolder, "..");
    mkdirSync(closed, { mode: 0o700 });

    const { connection } = await start(options);

    const home = isRoot ? options.systemFolder : options.dataFolder;
    expect(clusterOf(options.dataFolder).startsWith(`${home}/`)).toBe(true);
    expect(await ask(connection, "select 1 as one")).toEqual({ one: 1 });
  });

  test("may have a very long path", async () => {
    const options = newDataFolder(..."abcdef".split("").map((letter) => letter.repeat(100)));

    onTestFinished(() => rmSync(toLockFile(options.dataFolder)));

    const { connection } = await start(options);

    expect(connection.host.length).toBeLessThan(90);
    expect(await ask(connection, "select 1 as one")).toEqual({ one: 1 });
  });
});

describe("a data directory of before", () => {
  let used: DataFolder;

  beforeAll(async () => {
    used = await makeUsedDataFolder();
  });
  afterAll(() => used.remove());

  test("has its rows and the same passwords", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    await ask(first.connection, "create table kept as select 42 as number");
    await first.stop();

    const second = await start(options);

    expect(second.connection).toEqual(first.connection);
    expect(await ask(second.connection, "select number from kept")).toEqual({ number: 42 });
  });

  test("is left clean: no process, no lock", async () => {
    const options = copyDataFolder(used);
    const { stop, pid } = await start(options);
    const postmaster = pid();

    await stop();

    expect(isAlive(postmaster)).toBe(false);
    expect(existsSync(join(options.dataFolder, "postgres", "postmaster.pid"))).toBe(false);
  });

  test("gets a new socket folder when the old one was cleared away", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    await first.stop();
    rmSync(first.connection.host, { recursive: true });

    const second = await start(options);

    expect(second.connection.host).not.toBe(first.connection.host);
    expect(await ask(second.connection, "select 1 as one")).toEqual({ one: 1 });
  });

  test("is not trusted with a socket folder that somebody else opened up", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    await first.stop();
    chmodSync(first.connection.host, 0o777);
    onTestFinished(() => rmSync(first.connection.host, { recursive: true, force: true }));

    const second = await start(options);

    expect(second.connection.host).not.toBe(first.connection.host);
  });
});
