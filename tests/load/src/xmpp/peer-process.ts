import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findDatabaseAccount } from "../../../../apps/server/src/platform/db/embedded/account.ts";
import type { ArchiveDatabase } from "./archive-database.ts";

/*
 * A peer's server as a child of the benchmark: its own configuration and data in a temporary folder, an unprivileged account,
 * loopback only, gone afterwards.
 */

const START_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 20_000;
const configurations = fileURLToPath(new URL("../../peers/", import.meta.url));

export interface PeerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface PeerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A folder that the account of the peer's process owns. */
export async function makePeerFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `colbin-${name}-`));
  await chmod(folder, 0o700);
  const account = findDatabaseAccount();
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Writes a configuration of `peers/` with its names between @ filled in, and returns its path. */
export async function writeConfiguration(
  folder: string,
  name: string,
  values: { readonly port: number; readonly database: ArchiveDatabase },
): Promise<string> {
  const { host: _host, port, user, password, database } = values.database.connection;
  const filled: Readonly<Record<string, string>> = {
    FOLDER: folder,
    PORT: String(values.port),
    SQL_PORT: String(port),
    SQL_DATABASE: database,
    SQL_USER: user,
    SQL_PASSWORD: password,
  };
  const template = await readFile(join(configurations, name), "utf8");
  // ejabberd goes by the ending.
  const path = join(folder, name.replace(/\.template$/, ""));
  await writeFile(
    path,
    template.replaceAll(/@([A-Z_]+)@/g, (_all, key: string) => filled[key] ?? ""),
  );
  const account = findDatabaseAccount();
  if (account) await chown(path, account.uid, account.gid);
  return path;
}

/** Starts a peer and waits until it accepts connections; its folder goes with it. */
export async function startPeerProcess(
  command: PeerCommand,
  { folder, port }: { readonly folder: string; readonly port: number },
): Promise<PeerProcess> {
  const output = join(folder, "output.log");
  const log = openSync(output, "a");
  const child = spawn(command.file, command.args, {
    ...findDatabaseAccount(),
    cwd: folder,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: folder, LANG: "C.UTF-8", ...command.env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit");
  const process = { pid: child.pid ?? 0, stop: () => endProcess(child, ended, folder) };
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const said = await readFile(output, "utf8");
      await process.stop();
      throw new Error(`${command.file} did not start: ${said.slice(-2_000)}`);
    }
    await sleep(50);
  }
  return process;
}

async function endProcess(
  child: ChildProcess,
  ended: Promise<unknown>,
  folder: string,
): Promise<void> {
  child.kill("SIGTERM");
  const patience = setTimeout(() => child.kill("SIGKILL"), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(patience);
  await rm(folder, { recursive: true, force: true });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, "127.0.0.1");
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}

/** Version of an installed Debian package; undefined where it is not here. */
export async function findPackageVersion(name: string): Promise<string | undefined> {
  try {
    const query = ["-W", "-f", "${db:Status-Status} ${Version}", name];
    const { stdout } = await promisify(execFile)("dpkg-query", query);
    const [status, version] = stdout.split(" ");
    return status === "installed" ? version : undefined;
  } catch {
    return undefined;
  }
}
