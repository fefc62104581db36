import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { childEnvironment } from "../../child-environment.ts";
import { toFailure } from "./failures.ts";
import { giveTo, makeOwnFolder, type ClusterRecord } from "./places.ts";

/*
 * Makes a cluster. The locale decides what people can find: text search and trigrams take a letter for a letter only with a
 * UTF-8 character type, also where the provider of the collation is the built-in one.
 */

const MAJOR_VERSION = "18";
/** Ending of a folder in which a cluster is being made, and the cluster's name in it. */
const UNFINISHED = ".unfinished";
const CLUSTER = "cluster";

const characterTypes: Readonly<Record<string, readonly string[]>> = {
  darwin: ["C.UTF-8", "en_US.UTF-8"],
  win32: ["C.UTF-8", "en-US.UTF-8", "English_United States.utf8"],
};

/** What a cluster is made with. Not syncing is for throw-away clusters of tests only. */
export interface ClusterOptions {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly record: ClusterRecord;
  readonly sync: boolean;
}

/** Makes the cluster unless it exists. A power cut in the middle leaves nothing that a later start would take for a cluster. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster } = options.record;
  if (existsSync(cluster)) return requireVersion(cluster);
  removeUnfinished(cluster);
  const unfinished = `${cluster}-${randomBytes(4).toString("hex")}${UNFINISHED}`;
  try {
    makeOwnFolder(unfinished, options.account);
    await runInitdb(options, unfinished);
    renameSync(join(unfinished, CLUSTER), cluster);
  } catch (error) {
    throw error instanceof StartError
      ? error
      : toFailure("get its first files", cluster, String(error));
  } finally {
    removeUnfinished(cluster);
  }
}

/** An initdb whose server was killed may still be writing there, so each try has a folder of its own and this may fail. */
function removeUnfinished(cluster: string): void {
  const home = dirname(cluster);
  const leftovers = readdirSync(home).filter((name) => name.endsWith(UNFINISHED));
  for (const name of leftovers) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // The next start tries again.
    }
  }
}

function requireVersion(cluster: string): void {
  const file = join(cluster, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (version === MAJOR_VERSION) return;
  if (version === "") {
    throw new StartError(
      `${cluster} is not a database: PG_VERSION is missing. Restore it from a backup, or set DATA_DIR to another folder.`,
    );
  }
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${version}, and this Colbin has ${MAJOR_VERSION}. Start the version of Colbin that made it, or restore a backup into a new DATA_DIR.`,
  );
}

async function runInitdb(options: ClusterOptions, folder: string): Promise<void> {
  const candidates = characterTypes[process.platform] ?? ["C.UTF-8"];
  for (const [index, characterType] of candidates.entries()) {
    const { code, output } = await run(options, listArguments(options, folder, characterType));
    if (code === 0) return;
    const isLast = index === candidates.length - 1;
    if (isLast || !/invalid locale name|locale .* requires|encoding mismatch/.test(output)) {
      throw toFailure("get its first files", options.record.cluster, output);
    }
  }
}

function listArguments(options: ClusterOptions, folder: string, characterType: string): string[] {
  return [
    `--pgdata=${join(folder, CLUSTER)}`,
    "--username=postgres",
    `--pwfile=${writePassword(folder, options)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    `--lc-ctype=${characterType}`,
    "--text-search-config=simple",
    "--data-checksums",
    "--no-instructions",
    ...(options.sync ? [] : ["--no-sync"]),
  ];
}

/** initdb reads it as the account of the database. */
function writePassword(folder: string, { record, account }: ClusterOptions): string {
  const file = join(folder, "password");
  writeFileSync(file, record.superuserPassword, { mode: 0o600 });
  giveTo(file, account);
  return file;
}

function run(
  { binaries, account }: ClusterOptions,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, {
      ...account,
      cwd: "/",
      ...childEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.stderr.on("data", (part: Buffer) => parts.push(part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(parts).toString() }));
  });
}
