import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Database } from "#server/platform/db/database.ts";
import { toDatabaseUrl } from "../server-process.ts";
import type { Told, Weight } from "./fuzzed-server.ts";

/** The server of fuzzed-server.ts, seen from the test. */
export interface FuzzedProcess {
  readonly url: string;
  readonly port: number;
  /** What it logged at the level of errors or worse. */
  readonly defects: readonly string[];
  isAlive(): boolean;
  /** After a garbage collection. */
  weigh(): Promise<Weight>;
  stop(): Promise<void>;
}

const ERROR_LEVELS = ["error", "fatal"];

/** Limits that protect against floods would end most inputs before they are read, so they are out of the way. */
const environment = {
  PORT: "0",
  API_RATE: "1000000",
  API_RATE_ANONYMOUS: "1000000",
  FRAME_RATE: "1000000",
  FRAME_BURST: "1000000",
  SEND_RATE: "1000000",
  SEND_BURST: "1000000",
  SOCKETS_PER_PERSON: "1000",
};

/** Starts the server on a migrated database and waits until it listens. */
export async function startFuzzedProcess(database: Database): Promise<FuzzedProcess> {
  const child = fork(fileURLToPath(new URL("./fuzzed-server.ts", import.meta.url)), {
    execArgv: ["--expose-gc"],
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: toDatabaseUrl(database), ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const defects: string[] = [];
  const ready = Promise.withResolvers<string>();
  let onWeight: ((weight: Weight) => void) | undefined;
  child.on("exit", (code, signal) => {
    ready.reject(new Error(`The server ended: ${code ?? signal}`));
  });
  child.on("message", (message) => {
    const told = message as Told;
    if (told.kind === "ready") ready.resolve(told.url);
    else if (told.kind === "weight") onWeight?.(told.weight);
    else if (isDefect(told.line)) defects.push(told.line);
  });
  const url = await ready.promise;
  return {
    url,
    port: Number(new URL(url).port),
    defects,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    weigh() {
      const weighed = new Promise<Weight>((resolve) => (onWeight = resolve));
      child.send("weigh");
      return weighed;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function isDefect(line: string): boolean {
  const { level } = JSON.parse(line) as { readonly level: string };
  return ERROR_LEVELS.includes(level);
}
