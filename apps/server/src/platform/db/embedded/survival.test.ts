import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  clusterOf,
  copyDataFolder,
  makeUsedDataFolder,
  newDataFolder,
  type DataFolder,
} from "#test/data-folder.ts";
import { isAlive } from "#test/processes.ts";
import { silentLog } from "#test/silent-log.ts";
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from "./embedded.ts";
import { findDatabaseAccount } from "./account.ts";
import { startThrowAway } from "./throw-away.ts";

/* Servers and databases that are killed, started twice, or told to stop. */

const PROCESS = fileURLToPath(new URL("../../../../test/database-process.ts", import.meta.url));

interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves when the row is acknowledged. */
  readonly write: (line: string) => Promise<void>;
  readonly postmaster: () => number;
}

async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(options);
  onTestFinished(database.stop);
  return database;
}

/** The server as a process of its own, so that it can be killed. */
async function startProcess({ dataFolder }: EmbeddedOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [PROCESS, dataFolder], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await lines.next()).toEqual({ done: false, value: "ready" });
  return {
    child,
    write: async (line) => {
      child.stdin.write(`${line}\n`);
      expect(await lines.next()).toEqual({ done: false, value: "done" });
    },
    postmaster: () => readPostmaster(dataFolder),
  };
}

function readPostmaster(dataFolder: string): number {
  return Number(readFileSync(join(clusterOf(dataFolder), "postmaster.pid"), "utf8").split("\n")[0]);
}

async function kill({ child }: ServerProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(child, "exit");
  child.kill(signal);
  return (await ended) as unknown;
}

async function listWritten({ connection }: EmbeddedDatabase): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ line: string }>("select line from written order by line");
  await client.end();
  return rows.map(({ line }) => line);
}

let used: DataFolder;

beforeAll(async () => {
  used = await makeUsedDataFolder();
});
afterAll(() => used.remove());

describe("a server that was killed", () => {
  test("leaves a database that the next one takes over with everything acknowledged", async () => {
    const options = copyDataFolder(used);
    const server = await startProcess(options);
    await server.write("before");
    const orphan = server.postmaster();

    await kill(server, "SIGKILL");
    expect(isAlive(orphan)).toBe(true);
    const next = await start(options);

    expect(isAlive(orphan)).toBe(false);
    expect(await listWritten(next)).toEqual(["before"]);
  });

  test("together with its database loses nothing that was acknowledged", async () => {
    const options = copyDataFolder(used);
    const server = await startProcess(options);
    await server.write("before");

    process.kill(server.postmaster(), "SIGKILL");
    await kill(server, "SIGKILL");
    const next = await start(options);

    expect(await listWritten(next)).toEqual(["before"]);
  });

  test("while it made its database leaves nothing in the way", async () => {
    const options = newDataFolder();
    const child = spawn(process.execPath, [PROCESS, options.dataFolder], { stdio: "ignore" });
    await vi.waitUntil(() => existsSync(join(options.dataFolder, "postgres.json")), {
      interval: 5,
      timeout: 20_000,
    });
    child.kill("SIGKILL");
    await once(child, "exit");

    const next = await start(options);

    expect(next.pid()).toBeGreaterThan(0);
  });
});

describe("a second server on one data directory", () => {
  test("is refused in the same process and in another", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);

    await expect(startEmbedded(options)).rejects.toThrow(
      `Another Colbin server (process ${process.pid}) is using the data directory ${options.dataFolder}`,
    );
    const second = spawn(process.execPath, [PROCESS, options.dataFolder]);
    const [complaint, ended] = await Promise.all([text(second.stderr), once(second, "exit")]);

    expect(ended).toEqual([1, null]);
    expect(complaint).toMatch(/^Another Colbin server \(process \d+\) is using .*\n$/);
    expect(isAlive(first.pid())).toBe(true);
  });

  test("is refused on a copy of the folder that names the same database", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    const postmaster = first.pid();
    const copy = newDataFolder();
    mkdirSync(copy.dataFolder);
    copyFileSync(join(options.dataFolder, "postgres.json"), join(copy.dataFolder, "postgres.json"));

    await expect(startEmbedded(copy)).rejects.toThrow("Another Colbin server");

    expect(first.pid()).toBe(postmaster);
    expect(isAlive(postmaster)).toBe(true);
  });

  test("may start once the first has stopped", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    await first.stop();
    await expect(start(options)).resolves.toBeDefined();
  });
});

describe("a server that is told to stop", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "by %s ends with code 0 and stops its database",
    async (signal) => {
      const options = copyDataFolder(used);
      const server = await startProcess(options);
      const postmaster = server.postmaster();

      expect(await kill(server, signal)).toEqual([0, null]);

      expect(isAlive(postmaster)).toBe(false);
      const log = readFileSync(join(options.dataFolder, "postgres.log"), "utf8");
      expect(log).toContain("database system is shut down");
    },
  );
});

describe("a database that ends by itself", () => {
  test.each(["SIGKILL", "SIGQUIT", "SIGINT"] as const)("by %s is started again", async (signal) => {
    const options = copyDataFolder(used);
    const database = await start(options);
    const client = new Client(database.connection);
    await client.connect();
    await client.query("create table written as select 'before' as line");
    client.on("error", () => undefined);
    const killed = database.pid();

    process.kill(killed, signal);

    await vi.waitUntil(() => database.pid() !== killed, { interval: 10, timeout: 20_000 });
    expect(await listWritten(database)).toEqual(["before"]);
  });

  test("and was told to stop meanwhile stays stopped", async () => {
    const options = copyDataFolder(used);
    const database = await start(options);
    process.kill(database.pid(), "SIGKILL");
    await database.stop();
    expect(existsSync(join(options.dataFolder, "server.lock"))).toBe(true);
    await expect(start(options)).resolves.toBeDefined();
  });
});

describe("a machine that was started again", () => {
  test("may have given the database's old process id to another program", async () => {
    const options = copyDataFolder(used);
    const first = await start(options);
    await first.stop();
    const cluster = clusterOf(options.dataFolder);
    const other = spawn("sleep", ["60"], { ...findDatabaseAccount(), stdio: "ignore" });
    onTestFinished(() => void other.kill("SIGKILL"));
    writeFileSync(join(cluster, "postmaster.pid"), `${other.pid}\n${cluster}\n`);

    const second = await start(options);

    expect(isAlive(second.pid())).toBe(true);
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });
});

describe("a run of the tests that was killed", () => {
  test("is cleared away by the next", async () => {
    const folder = mkdtempSync(join(tmpdir(), "colbin-throw-away-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o711);
    const server = await startProcess({ dataFolder: join(folder, "data"), log: silentLog });
    const orphan = server.postmaster();
    await kill(server, "SIGKILL");
    utimesSync(folder, 0, 0);

    const database = await startThrowAway(silentLog);
    onTestFinished(database.stop);

    expect(isAlive(orphan)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });
});
