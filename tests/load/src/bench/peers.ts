import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";

/*
 * The bare Bun server and Socket.IO. They are installed from a lockfile of their own by the first benchmark that needs one, so
 * that nobody else pays for them.
 */

export type PeerName = "bun" | "socket-io";

export interface PeerServer {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const folder = fileURLToPath(new URL("../../peers", import.meta.url));
const START_PATIENCE_MS = 10_000;

/** Starts a peer on a free port; it stores nothing. */
export async function startPeer(name: PeerName): Promise<PeerServer> {
  await install();
  const port = await findFreePort();
  const program =
    name === "bun"
      ? { command: bunPath(), args: ["bun-server.mjs"] }
      : { command: process.execPath, args: ["socket-io-server.mjs"] };
  const child = spawn(program.command, [...program.args, String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await untilListening(child, port);
  return {
    name: name === "bun" ? `Bun ${versionOf(bunPackage())}` : `Socket.IO ${versionOf("socket.io")}`,
    port,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function bunPackage(): string {
  return `@oven/bun-linux-${process.arch === "arm64" ? "aarch64" : "x64"}`;
}

function bunPath(): string {
  return join(folder, "node_modules", bunPackage(), "bin", "bun");
}

function versionOf(name: string): string {
  const file = join(folder, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

async function install(): Promise<void> {
  if (existsSync(bunPath()) && existsSync(join(folder, "node_modules", "socket.io"))) return;
  const args = ["ci", "--ignore-scripts", "--include=optional", "--no-audit", "--no-fund"];
  const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`npm ci of the peers ended with code ${String(code)}`);
}

/** Settles when the port is open; rejects when the program ends or takes too long. */
export async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The peer ended with code ${child.exitCode} while it started`);
    const probe = connect(port, "127.0.0.1");
    const isOpen = await once(probe, "connect").then(
      () => true,
      () => false,
    );
    probe.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error("The peer did not listen");
}
