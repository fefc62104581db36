import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  clusterOf,
  copyDataFolder,
  makeUsedDataFolder,
  newDataFolder,
  type DataFolder,
} from "#test/data-folder.ts";
import { silentLog } from "#test/silent-log.ts";
import { StartError } from "../../start-error.ts";
import { startEmbedded, type EmbeddedOptions } from "./embedded.ts";
import { isHeldByRemains, toFailure } from "./failures.ts";

/* Starts that cannot succeed: one sentence that says what to do, and nothing left running or locked. */

async function refusalOf(options: EmbeddedOptions): Promise<string> {
  try {
    const database = await startEmbedded(options);
    onTestFinished(database.stop);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error("The database started");
}

let used: DataFolder;

beforeAll(async () => {
  used = await makeUsedDataFolder();
});
afterAll(() => used.remove());

describe("a data directory", () => {
  test("below a file is refused", async () => {
    const options = newDataFolder("file");
    writeFileSync(join(options.dataFolder, ".."), "");
    expect(await refusalOf(options)).toBe(
      `The data directory ${options.dataFolder} cannot be used: a part of the path is a file. Give it to the account that runs Colbin, or set DATA_DIR to a folder that it may write. Example: DATA_DIR=/srv/colbin`,
    );
  });

  test("that is a file is refused", async () => {
    const options = newDataFolder();
    writeFileSync(options.dataFolder, "");
    expect(await refusalOf(options)).toContain("cannot be used: it is a file.");
  });

  test.runIf(process.platform === "linux")("where a file system takes no folders", async () => {
    const options = { dataFolder: "/proc/colbin/data", log: silentLog };
    expect(await refusalOf(options)).toContain("/proc/colbin/data cannot be used");
  });

  test("with a part of more than 255 letters is refused", async () => {
    expect(await refusalOf(newDataFolder("x".repeat(256)))).toContain("the path is too long");
  });

  test("whose passwords are lost is refused", async () => {
    const options = copyDataFolder(used);
    rmSync(join(options.dataFolder, "postgres.json"));
    expect(await refusalOf(options)).toContain(
      `${options.dataFolder}/postgres.json is missing: it holds the passwords`,
    );
  });

  test("whose passwords are not readable is refused", async () => {
    const options = newDataFolder();
    mkdirSync(options.dataFolder, { mode: 0o711 });
    writeFileSync(join(options.dataFolder, "postgres.json"), "{");
    expect(await refusalOf(options)).toContain("postgres.json cannot be read");
  });
});

describe("a database", () => {
  test("of another version of PostgreSQL is refused", async () => {
    const options = copyDataFolder(used);
    const cluster = clusterOf(options.dataFolder);
    writeFileSync(join(cluster, "PG_VERSION"), "17\n");
    expect(await refusalOf(options)).toContain("was made by PostgreSQL 17, and this Colbin has 18");
  });

  test("without its marker is refused", async () => {
    const options = copyDataFolder(used);
    const cluster = clusterOf(options.dataFolder);
    rmSync(join(cluster, "PG_VERSION"));
    expect(await refusalOf(options)).toContain("is not a database: PG_VERSION is missing");
  });

  test.each([
    ["without its control file", "global/pg_control"],
    ["without its last log segment", "pg_wal/000000010000000000000001"],
  ])("%s is told to be damaged", async (_, file) => {
    const options = copyDataFolder(used);
    const cluster = clusterOf(options.dataFolder);
    rmSync(join(cluster, file));
    expect(await refusalOf(options)).toContain(
      "is damaged and cannot start. Restore it from a backup",
    );
  });

  test("that others may read is refused until it is closed again", async () => {
    const options = copyDataFolder(used);
    const cluster = clusterOf(options.dataFolder);
    chmodSync(cluster, 0o777);

    expect(await refusalOf(options)).toContain(
      "is open to other accounts, and PostgreSQL refuses that. Close it: chmod 700",
    );

    chmodSync(cluster, 0o700);
    const database = await startEmbedded(options);
    onTestFinished(database.stop);
    expect(database.pid()).toBeGreaterThan(0);
  });
});

describe("what PostgreSQL says", () => {
  test.each([
    [
      'initdb: error: could not write to file "pg_wal/xlogtemp.29": No space left on device',
      "The disk that holds /srv/x is full.",
    ],
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', "is full."],
    [
      'initdb: error: could not create directory "/srv/x": Permission denied',
      "cannot be read or written",
    ],
    [
      "FATAL:  database files are incompatible with server",
      "made by another version of PostgreSQL",
    ],
    [
      "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
      "too little free memory",
    ],
    ["postgres: error while loading shared libraries: libssl.so.1.1: cannot open", "A library"],
    ["FATAL:  something new", "did not start."],
  ])("%s becomes advice, followed by its own words", (output, advice) => {
    const { message } = toFailure("start", "/srv/x", `LOG:  starting\n${output}\n`);
    expect(message.split("\n")[0]).toContain(advice);
    expect(message).toContain(output);
  });

  test("about remains of a killed server means waiting", () => {
    const remains = "FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use";
    expect(isHeldByRemains(remains)).toBe(true);
    expect(isHeldByRemains("FATAL:  No space left on device")).toBe(false);
  });
});
