import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/*
 * A real clamd with one signature, its own: a start takes a twentieth of a second, and nothing is loaded from anywhere. The set-up of
 * `npm test` says where the program is.
 */

/** Bytes that the clamd of the tests takes for malware, and its word for them. */
export const malware = Buffer.from("colbin-test-malware");
export const threat = "Colbin.Test.Malware.UNOFFICIAL";
/** It takes no more of a file. */
export const STREAM_MAX = 4 * 1024 * 1024;

export interface ClamdProcess {
  /** For FILE_SCAN_CLAMD: the path of its socket. */
  readonly address: string;
  /** One that runs goes on. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** SIGSTOP and SIGCONT: it takes connections and answers none. */
  freeze(): void;
  thaw(): void;
  /** Ends it for good, with its folder. */
  close(): Promise<void>;
}

const START_PATIENCE_MS = 30_000;

/** A clamd that is not started yet. */
export async function createClamdProcess(): Promise<ClamdProcess> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-clamd-"));
  const [settings, database] = [join(folder, "clamd.conf"), join(folder, "database")];
  const address = join(folder, "clamd.sock");
  await mkdir(database);
  await writeFile(
    join(database, "test.ndb"),
    `Colbin.Test.Malware:0:*:${malware.toString("hex")}\n`,
  );
  await writeFile(
    settings,
    `Foreground yes
LocalSocket ${address}
DatabaseDirectory ${database}
TemporaryDirectory ${folder}
StreamMaxLength ${STREAM_MAX}
User ${userInfo().username}
`,
  );
  let child: ChildProcess | undefined;
  // A test that forgets to stop it, or that is ended by a failure, leaves none behind.
  process.once("exit", () => child?.kill("SIGKILL"));

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  async function stop(): Promise<void> {
    if (!child || !isRunning()) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await rm(address, { force: true });
  }

  return {
    address,
    async start() {
      if (isRunning()) return;
      child = spawn(process.env["CLAMD_BIN"] ?? "clamd", ["-c", settings], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      await untilListening(child, address);
    },
    stop,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, path: string): Promise<void> {
  let text = "";
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => (text = (text + part).slice(-4_000)));
  const deadline = performance.now() + START_PATIENCE_MS;
  while (performance.now() < deadline) {
    if (failure)
      throw new Error(
        `There is no clamd here (${failure.message}). Install clamav-daemon, or set CLAMD_BIN.`,
      );
    if (child.exitCode !== null) throw new Error(`clamd ended at its start:\n${text}`);
    if (existsSync(path) && (await isListening(path))) return;
    await sleep(10);
  }
  throw new Error(`clamd does not listen at ${path}:\n${text}`);
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ path });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
