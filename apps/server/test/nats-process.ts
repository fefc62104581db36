import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./free-port.ts";

/*
 * A real NATS server, as small as it can be: core only, on loopback. It keeps nothing on disk, so a new start on the same port
 * is one that was wiped. The set-up of `npm test`, `npm run cluster` and `npm run chaos` says where the program is.
 */

export interface NatsProcessOptions {
  /** The one of a server before, to come back in its place; else any free one. */
  readonly port?: number;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** Bytes; 1 MiB when not said. */
  readonly maxPayload?: number;
}

export interface NatsProcess {
  readonly port: number;
  /** For NATS_URL, with what it needs to be let in. */
  readonly url: string;
  pid(): number;
  /** Starts it, also again after an end, and waits until it listens. */
  start(): Promise<void>;
  /** SIGKILL: all subscriptions are forgotten, nobody is told. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: connections stay open and nothing moves. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 10_000;

/** A NATS server that is not started yet. */
export async function createNatsProcess(options: NatsProcessOptions = {}): Promise<NatsProcess> {
  const port = options.port ?? (await findFreePort());
  const { user, pass, token, maxPayload } = options;
  const login = user === undefined ? (token ?? "") : `${user}:${pass ?? ""}`;
  const flags = [
    ...(user === undefined ? [] : ["--user", user, "--pass", pass ?? ""]),
    ...(token === undefined ? [] : ["--auth", token]),
    ...(maxPayload === undefined ? [] : ["-c", await writeSettings(`max_payload: ${maxPayload}`)]),
  ];
  let child: ChildProcess | undefined;
  // Whoever forgets to stop it, or is ended by a failed test, leaves none behind.
  process.once("exit", () => child?.kill("SIGKILL"));

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  return {
    port,
    url: `nats://${login === "" ? "" : `${login}@`}127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    async start() {
      const args = ["-a", "127.0.0.1", "-p", String(port), ...flags];
      child = spawn(process.env["NATS_SERVER_BIN"] ?? "nats-server", args, {
        stdio: ["ignore", "ignore", "pipe"],
      });
      await untilListening(child, port);
    },
    kill: () => end("SIGKILL"),
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    async stop() {
      child?.kill("SIGCONT");
      await end("SIGTERM");
    },
  };
}

/** Starts one; it is up when this resolves. */
export async function startNats(options?: NatsProcessOptions): Promise<NatsProcess> {
  const nats = await createNatsProcess(options);
  await nats.start();
  return nats;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let text = "";
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (part: string) => (text = (text + part).slice(-4_000)));
  const deadline = performance.now() + START_PATIENCE_MS;
  while (performance.now() < deadline) {
    if (failure) {
      throw new Error(
        `There is no nats-server here (${failure.message}). Install it, or set NATS_SERVER_BIN.`,
      );
    }
    if (child.exitCode !== null) throw new Error(`nats-server ended at its start:\n${text}`);
    if (await isListening(port)) return;
    await sleep(10);
  }
  throw new Error(`nats-server does not listen on port ${port}:\n${text}`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("error", () => resolve(false));
    // It speaks first: a port that is merely open is not enough.
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** What has no flag. */
async function writeSettings(text: string): Promise<string> {
  const file = join(tmpdir(), `colbin-nats-${process.pid}-${Math.random()}.conf`);
  await writeFile(file, text);
  process.once("exit", () => rmSync(file, { force: true }));
  return file;
}
