/**
 * `npm run dev`: the server, restarted when a file that it imports changes, behind Vite, which serves the web app and
 * replaces its modules in the page. Vite takes PORT, so that the address is the one of `npm start`; the server prints it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { toLocalUrl } from "../../../apps/server/src/config-kinds.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const host = process.env["HOST"] ?? "127.0.0.1";
const port = process.env["PORT"] ?? "4000";
const address = toLocalUrl(host, Number(port));

async function findFreePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const found = probe.address();
  probe.close();
  await once(probe, "close");
  if (found === null || typeof found === "string") throw new Error("a TCP port has an address");
  return String(found.port);
}

function startNode(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

const serverPort = await findFreePort();
const server = startNode(
  ["--watch", "--watch-preserve-output", "apps/server/src/main.ts", ...process.argv.slice(2)],
  { PORT: serverPort, PUBLIC_URL: process.env["PUBLIC_URL"] ?? address },
);
const web = startNode(
  [
    "node_modules/vite/bin/vite.js",
    "apps/web",
    `--host=${host}`,
    "--clearScreen=false",
    "--logLevel=warn",
  ],
  { WEB_PORT: port, PORT: serverPort },
);
const children = [server, web];

let wasAsked = false;

function stop(signal: NodeJS.Signals): void {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  }
}

/** When one ends the other is asked to; who ended by a signal did as it was told. */
async function waitForEnd(child: ChildProcess): Promise<number> {
  await once(child, "exit");
  stop("SIGTERM");
  return child.exitCode ?? 0;
}

// NOTE: never `once`: Ctrl-C in a terminal arrives here twice, and the second must not end us before our children.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    wasAsked = true;
    stop(signal);
  });
}

void Promise.all(children.map(waitForEnd)).then((codes) =>
  process.exit(wasAsked ? 0 : Math.max(...codes)),
);
