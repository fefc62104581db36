import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../apps/server/test/free-port.ts";
import { createNatsProcess, type NatsProcess } from "../../../apps/server/test/nats-process.ts";
import { startRoundRobin, type RoundRobin } from "./round-robin.ts";
import { createServerProcess, readClusterRecord, type ServerProcess } from "./server-process.ts";

/*
 * Several server processes on one database and one NATS, with a proxy in front: for `npm run cluster`, for the tests of rolling
 * restarts and for chaos. Every part can be killed and started again alone.
 */

export interface ClusterOptions {
  /** Logs, and the data directory when none is given. */
  readonly folder: string;
  readonly dataDir?: string;
  readonly nodes?: number;
  /** The proxy listens here, the nodes on the ports after it; else all take free ones. */
  readonly port?: number;
  /** Variables of the configuration for every node. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Cluster {
  readonly dataDir: string;
  /** Of the database that the nodes share. */
  readonly databaseUrl: string;
  readonly nats: NatsProcess;
  readonly nodes: readonly ServerProcess[];
  readonly proxy: RoundRobin;
  /** SIGTERM to one node after the other; each is ready again before the next one goes. Returns the exit codes. */
  restartInTurn(): Promise<(number | null)[]>;
  /** Stops everything in order: proxy, nodes, NATS, database. Idempotent. */
  stop(): Promise<void>;
}

/** Connections of one node: three of them stay far below the 100 of the embedded database. */
const POOL = "10";
const databaseMain = fileURLToPath(new URL("cluster-database.ts", import.meta.url));

/** Starts everything and waits until every node is ready. What was started is stopped again when a part fails. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, dataDir = join(folder, "data"), nodes: count = 3, port, settings } = options;
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= closeAll(closers));
  try {
    await mkdir(folder, { recursive: true });
    // Root's database runs as another account, which must pass through.
    await chmod(folder, 0o711);
    const isThrownAway = options.dataDir === undefined;
    const database = await startDatabase(dataDir, isThrownAway ? join(folder, "system") : "");
    if (isThrownAway) closers.push(() => removeSocket(dataDir));
    closers.push(() => end(database));
    const databaseUrl = await toDatabaseUrl(dataDir);
    const nats = await createNatsProcess();
    await nats.start();
    closers.push(() => nats.stop());
    const listening = await choosePorts(count, port);
    const nodes = await createNodes(folder, listening, {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: POOL,
      NATS_URL: nats.url,
      FILES_DIR: join(dataDir, "files"),
      ...settings,
    });
    for (const node of nodes) closers.push(() => node.stop());
    // All at once: only one of them may migrate.
    await Promise.all(nodes.map((node) => node.start()));
    const proxy = await startRoundRobin(
      nodes.map(({ baseUrl }) => baseUrl),
      listening.proxy,
    );
    closers.push(() => proxy.close());
    const restartInTurn = () => restartAll(nodes);
    return { dataDir, databaseUrl, nats, nodes, proxy, restartInTurn, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ports {
  readonly proxy: number;
  readonly nodes: readonly number[];
}

async function choosePorts(count: number, first: number | undefined): Promise<Ports> {
  const places = Array.from({ length: count }, (_, place) => place);
  if (first !== undefined) return { proxy: first, nodes: places.map((place) => first + 1 + place) };
  const [proxy = 0, ...nodes] = await Promise.all([0, ...places].map(() => findFreePort()));
  return { proxy, nodes };
}

/** People open the proxy; a page of a node of its own is allowed as well, to look at one alone. */
async function createNodes(
  folder: string,
  { proxy, nodes }: Ports,
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess[]> {
  const urls = nodes.map((port) => `http://127.0.0.1:${port}`);
  const addresses = { PUBLIC_URL: `http://localhost:${proxy}`, CORS_ORIGINS: urls.join(",") };
  return Promise.all(
    nodes.map(async (port, place) => {
      const dataDir = join(folder, `node-${place + 1}`, "data");
      await mkdir(dataDir, { recursive: true });
      return createServerProcess(dataDir, { ...addresses, PORT: String(port), ...settings });
    }),
  );
}

async function restartAll(nodes: readonly ServerProcess[]): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const node of nodes) {
    codes.push(await node.stop());
    await node.start();
  }
  return codes;
}

async function startDatabase(dataDir: string, systemFolder: string): Promise<ChildProcess> {
  // Its input is never written: it ends when this process does, also by SIGKILL.
  const child = spawn(process.execPath, [databaseMain, dataDir, systemFolder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The database ended with code ${String(code)} at its start`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child.stdout, "data"), ended]);
  return child;
}

async function removeSocket(dataDir: string): Promise<void> {
  const { socketFolder } = await readClusterRecord(dataDir);
  await rm(socketFolder, { recursive: true, force: true });
}

async function toDatabaseUrl(dataDir: string): Promise<string> {
  const { socketFolder, port, password } = await readClusterRecord(dataDir);
  return `postgres://colbin:${password}@${encodeURIComponent(socketFolder)}:${port}/colbin`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Last opened, first closed; one that fails does not keep the others open. Nodes go together. */
async function closeAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "A part of the cluster did not stop");
}
