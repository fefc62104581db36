import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { childEnvironment } from "../../child-environment.ts";
import { isHeldByRemains, toFailure } from "./failures.ts";
import type { Settings } from "./settings.ts";

/*
 * The PostgreSQL server process. It is detached: Ctrl+C and the death of the server must not reach it before the server's
 * last commit. It writes its log into a file, since a pipe would break with the server.
 */

export interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly cluster: string;
  readonly settings: Settings;
  readonly logFile: string;
}

/** A running postmaster that this process started. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const POLL_MS = 5;
const REMAINS_MS = 20_000;
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 5_000;

/**
 * Starts PostgreSQL and waits until it accepts connections, however long its recovery takes. Throws StartError with what
 * it wrote when it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const giveUpAt = Date.now() + REMAINS_MS;
  for (;;) {
    const attempt = await launch(options);
    if ("pid" in attempt) return attempt;
    // Backends of a postmaster that was killed end by themselves within moments.
    if (!isHeldByRemains(attempt.output) || Date.now() > giveUpAt) {
      throw toFailure("start", options.cluster, attempt.output);
    }
    await sleep(50);
  }
}

/** Ends a postmaster: sessions are cut, everything is written, then it is gone. Killed hard only if that takes too long. */
export async function stopPostmaster(
  pid: number,
  options: Pick<PostmasterOptions, "binaries" | "cluster">,
): Promise<void> {
  signal(pid, "SIGINT", "fast", options);
  if (await isGoneWithin(pid, options.cluster, FAST_STOP_MS)) return;
  signal(pid, "SIGQUIT", "immediate", options);
  if (await isGoneWithin(pid, options.cluster, IMMEDIATE_STOP_MS)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

/** The process that postmaster.pid of this cluster names, if it lives and really is its postmaster. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = readPid(cluster);
  return pid !== undefined && isAlive(pid) && isPostmasterOf(pid, cluster) ? pid : undefined;
}

async function launch(options: PostmasterOptions): Promise<Postmaster | { output: string }> {
  const log = openSync(options.logFile, "a+", 0o600);
  const from = fstatSync(log).size;
  try {
    const child = spawnPostgres(options, log);
    const end: { reason?: string } = {};
    const ended = new Promise<void>((resolve) => {
      const onEnd = (reason: string): void => {
        end.reason ??= reason;
        resolve();
      };
      child.once("exit", () => onEnd(""));
      child.once("error", (error) => onEnd(`${error.message}\n`));
    });
    const failure = await waitUntilReady(child, options.cluster, end);
    if (failure !== undefined) return { output: failure + readFrom(log, from) };
    return { pid: child.pid ?? 0, ended };
  } finally {
    closeSync(log);
  }
}

function spawnPostgres(
  { binaries, account, cluster, settings }: PostmasterOptions,
  log: number,
): ChildProcess {
  const listed = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(binaries.postgres, ["-D", cluster, ...listed], {
    ...account,
    // NOTE: after a restart of the machine the id in postmaster.pid may belong to any program. PostgreSQL refuses to start
    // while such a process lives unless it is told that this is its starter; its check of the shared memory stays.
    ...childEnvironment({ PG_GRANDPARENT_PID: String(readPid(cluster) ?? process.pid) }),
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  });
}

/** Undefined when it is ready, else why it is not: postmaster.pid tells the state without a connection. */
async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  end: { readonly reason?: string },
): Promise<string | undefined> {
  for (;;) {
    if (end.reason !== undefined) return end.reason;
    const lines = readPidFile(cluster);
    if (lines[0] === String(child.pid) && lines[7]?.trim() === "ready") return undefined;
    await sleep(POLL_MS);
  }
}

function signal(
  pid: number,
  name: "SIGINT" | "SIGQUIT",
  mode: string,
  options: Pick<PostmasterOptions, "binaries" | "cluster">,
): void {
  if (process.platform === "win32") {
    // Windows has no signals; pg_ctl speaks to the postmaster through a pipe.
    spawnSync(options.binaries.pgCtl, ["stop", "-D", options.cluster, "-m", mode, "--no-wait"]);
  } else if (isAlive(pid)) {
    process.kill(pid, name);
  }
}

/** Taking back postmaster.pid is its last act; the process may stay behind as a zombie that nobody collects. */
async function isGoneWithin(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (isAlive(pid) && readPid(cluster) === pid) {
    if (Date.now() > giveUpAt) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A postmaster's working directory is its cluster. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform === "win32") return true;
  if (process.platform === "linux") return readWorkingFolder(pid) === realpathSync(cluster);
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  return stdout.includes(cluster);
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readPid(cluster: string): number | undefined {
  const pid = Number(readPidFile(cluster)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function readFrom(file: number, position: number): string {
  const buffer = Buffer.alloc(Math.min(64 * 1024, Math.max(0, fstatSync(file).size - position)));
  readSync(file, buffer, 0, buffer.length, position);
  return buffer.toString();
}
