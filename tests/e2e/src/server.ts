import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url));

/** The product's server as an operator runs it, with the built web app, on a data directory of its own. */
export interface Server {
  readonly url: string;
  readonly dataDir: string;
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(): Promise<void>;
  /** On the same address and data as before. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Whoever signs in with it runs the server. */
export const operatorAddress = "operator@example.org";

/** Limits of speed are lifted: many people of the stories share one address. */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-e2e-"));
  // Root's database runs as another account, which must pass through.
  await chmod(folder, 0o711);
  const many = String(1_000_000);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    OTP_DELIVERY: "dev",
    INSTANCE_OWNER: operatorAddress,
    LOG_LEVEL: "warn",
    API_RATE: many,
    API_RATE_ANONYMOUS: many,
    SEND_RATE: many,
    SEND_BURST: many,
    FRAME_RATE: many,
    FRAME_BURST: many,
    JOIN_RATE: many,
    ...settings,
  };
  let running = await startProcess(environment);
  const { url } = running;
  const { port } = new URL(url);
  return {
    url,
    dataDir: environment.DATA_DIR,
    kill: () => end(running.child, "SIGKILL"),
    async start() {
      running = await startProcess({ ...environment, PORT: port });
    },
    async stop() {
      await end(running.child, "SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ready = Promise.withResolvers<string>();
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const url = /^Colbin is ready at (\S+)$/m.exec(text)?.[1];
      if (url !== undefined) ready.resolve(url);
    });
  child.once("exit", (code) =>
    ready.reject(new Error(`The server ended with code ${String(code)}:\n${text}`)),
  );
  return { child, url: await ready.promise };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
