import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { childEnvironment } from "./child-environment.ts";
import { toFailure } from "./failures.ts";
import { makeOwnFolder, type ClusterRecord } from "./places.ts";

/*
 * Makes a cluster. The locale decides what people can find: text search and trigrams take a letter for a letter only with a
 * UTF-8 character type, also where the provider of the collation is the built-in one.
 */

const MAJOR_VERSION = "18";

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
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    makeOwnFolder(unfinished, options.account);
    writePassword(passwordFile, options);
    await runInitdb(options, unfinished, passwordFile);
    renameSync(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartError
      ? error
      : toFailure("get its first files", cluster, String(error));
  } finally {
    rmSync(passwordFile, { recursive: true, force: true });
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

/** initdb reads the password as the account of the database, so the file lies in a folder of that account. */
function writePassword(folder: string, { account, record }: ClusterOptions): void {
  rmSync(folder, { recursive: true, force: true });
  makeOwnFolder(folder, account);
  const file = join(folder, "superuser");
  writeFileSync(file, record.superuserPassword, { mode: 0o644 });
}

async function runInitdb(
  options: ClusterOptions,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const candidates = characterTypes[process.platform] ?? ["C.UTF-8"];
  for (const [index, characterType] of candidates.entries()) {
    const { code, output } = await run(
      options,
      listArguments(options, folder, passwordFile, characterType),
    );
    if (code === 0) return;
    const isLast = index === candidates.length - 1;
    if (isLast || !/invalid locale name|locale .* requires|encoding mismatch/.test(output)) {
      throw toFailure("get its first files", options.record.cluster, output);
    }
  }
}

function listArguments(
  { sync }: ClusterOptions,
  folder: string,
  passwordFile: string,
  characterType: string,
): string[] {
  return [
    `--pgdata=${folder}`,
    "--username=postgres",
    `--pwfile=${join(passwordFile, "superuser")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    `--lc-ctype=${characterType}`,
    "--text-search-config=simple",
    "--data-checksums",
    "--no-instructions",
    ...(sync ? [] : ["--no-sync"]),
  ];
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
