import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Database } from "#server/platform/db/database.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A real server process, as `npm start` runs it. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Everything that it wrote to both streams so far. */
  output(): string;
  /** Resolves with the address of the ready line. */
  ready(): Promise<string>;
  /** Ctrl-C, as the terminal or a shell sends it. */
  interrupt(): void;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

/** The address of a test database, as an operator would write it. */
export function toDatabaseUrl({ connection }: Database): string {
  const { user = "", password, host = "", database = "", port = 5432 } = connection;
  const secret = typeof password === "string" ? password : "";
  return `postgres://${user}:${secret}@${encodeURIComponent(host)}:${port}/${database}`;
}

/** Starts the process with nothing in its environment but what is given; it is gone when the test ends. */
export function startServerProcess(
  environment: Readonly<Record<string, string>>,
  { inTerminal = false } = {},
): ServerProcess {
  const started = spawnServer(environment, { inTerminal });
  onTestFinished(async () => {
    started.child.kill("SIGKILL");
    await started.ended();
  });
  return started;
}

/** The same for several tests, which end it themselves. */
export function spawnServer(
  environment: Readonly<Record<string, string>>,
  { nodeOptions = [] as readonly string[], inTerminal = false } = {},
): ServerProcess {
  const command = [process.execPath, ...nodeOptions, main];
  const [program = "", ...args] = inTerminal ? withTerminal(command) : command;
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...environment },
  });
  let text = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const url = /^Colbin is ready at (\S+)$/m.exec(text)?.[1];
      if (url !== undefined) ready.resolve(url);
    });
  const ended = once(child, "exit").then(([code]) => {
    ready.reject(new Error(`The server ended with code ${String(code)}:\n${text}`));
    return code as number | null;
  });
  ready.promise.catch(() => undefined);
  const interrupt = () => {
    // The terminal makes the signal of the key.
    if (inTerminal) child.stdin.write("\u0003");
    else child.kill("SIGINT");
  };
  return { child, interrupt, output: () => text, ready: () => ready.promise, ended: () => ended };
}

/** The command in a terminal of its own: script(1), of util-linux or of BSD. */
function withTerminal(command: readonly string[]): string[] {
  if (process.platform === "darwin") return ["script", "-q", "/dev/null", ...command];
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return ["script", "-qec", `exec ${quoted.join(" ")}`, "/dev/null"];
}
