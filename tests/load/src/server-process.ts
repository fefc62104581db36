import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../apps/server/test/free-port.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const START_PATIENCE_MS = 60_000;
/** What is kept of its output. */
const SAID_CHARS = 4_000;

/** A person is a load generator here. */
const withoutLimits = Object.fromEntries(
  [
    "API_RATE",
    "API_RATE_ANONYMOUS",
    "FRAME_RATE",
    "FRAME_BURST",
    "SEND_RATE",
    "SEND_BURST",
    "EDIT_RATE",
    "REACTION_RATE",
    "STATISTICS_RATE",
    "JOIN_RATE",
  ].map((name) => [name, "1000000"]),
);

/** Whoever is ended by a signal takes its servers along; they stop their databases themselves. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** The product's server as an operator runs it, on a data directory and port of its own. */
export interface ServerProcess {
  readonly baseUrl: string;
  readonly dataDir: string;
  pid(): number;
  /** The last of what it has said since its start. */
  said(): string;
  /** Did it end by itself? */
  hasEnded(): boolean;
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Settles when the process is gone, whatever ended it. */
  ended(): Promise<void>;
}

/**
 * A server that is not started yet; limits of speed are lifted. With
 * DATABASE_URL among the settings it is a node on a database that others keep, with PORT it listens there. It is the server of
 * this checkout, or of another one.
 */
export async function createServerProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  checkout = root,
): Promise<ServerProcess> {
  const port = settings["PORT"] ?? (await findFreePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const logFile = createWriteStream(join(dataDir, "..", "server.log"), { flags: "a" });
  const env = {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    OTP_DELIVERY: "dev",
    LOG_LEVEL: "warn",
    ...withoutLimits,
    ...settings,
  };
  let child: ChildProcess | undefined;
  let said = "";

  function current(): ChildProcess {
    if (!child) throw new Error("The server was not started");
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const process = current();
    if (process.exitCode !== null || process.signalCode !== null) return process.exitCode;
    const ended = once(process, "exit");
    process.kill(signal);
    await ended;
    return process.exitCode;
  }

  return {
    baseUrl,
    dataDir,
    pid: () => current().pid ?? 0,
    said: () => said,
    hasEnded: () => current().exitCode !== null,
    async start() {
      const serverMain = join(checkout, "apps/server/src/main.ts");
      child = spawn(process.execPath, [serverMain], { env, stdio: ["ignore", "pipe", "pipe"] });
      const started = child;
      running.add(started);
      started.once("exit", () => running.delete(started));
      const closed = once(started, "close");
      said = "";
      for (const output of [child.stdout, child.stderr]) {
        output?.pipe(logFile, { end: false });
        output?.setEncoding("utf8").on("data", (part: string) => {
          said = (said + part).slice(-SAID_CHARS);
        });
      }
      try {
        await untilReady(baseUrl, child);
      } catch (error) {
        started.kill("SIGKILL");
        await closed;
        throw withOutput(error, said);
      }
    },
    async kill() {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
    signal: (name) => void current().kill(name),
    async ended() {
      const process = current();
      if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
    },
  };
}

/** What a server said at the end often says why something failed. */
export function withOutput(cause: unknown, said: string): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const end = said === "" ? "" : `\nThe server's output ends with:\n${said}`;
  return new Error(`${reason}${end}`, { cause });
}

async function untilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode} while it started`);
    if (child.signalCode !== null)
      throw new Error(`The server was ended by ${child.signalCode} while it started`);
    const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    if (reply?.ok) return;
    await sleep(20);
  }
  throw new Error("The server did not become ready");
}

/** What the embedded database wrote about itself into the data directory. */
export interface ClusterRecord {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly port: number;
  readonly password: string;
}

export async function readClusterRecord(dataDir: string): Promise<ClusterRecord> {
  return JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8")) as ClusterRecord;
}
