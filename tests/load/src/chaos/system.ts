import { setTimeout as sleep } from "node:timers/promises";
import { startThrowAway } from "../../../../apps/server/src/platform/db/embedded/throw-away.ts";
import type { DirectConnection } from "../../../../apps/server/src/platform/db/embedded/embedded.ts";
import { createNatsProcess, type NatsProcess } from "../../../../apps/server/test/nats-process.ts";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";
import { openFaultProxy, type FaultProxy } from "./fault-proxy.ts";
import { createNode, type Node } from "./node.ts";
import type { Random } from "./random.ts";
import type { Link } from "./schedule.ts";

/** Everything that a fault can meet: programs, and between each two of them a proxy. */
export interface System {
  readonly baseUrl: string;
  readonly nodes: readonly Node[];
  readonly nats: NatsProcess | undefined;
  /** The database by a way of its own, for the checks. */
  readonly superuser: DirectConnection;
  killDatabase(): Promise<void>;
  /** The way between clients and nodes, or between one node and what is behind it. */
  proxyOf(link: Link, node: number): FaultProxy | undefined;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const silent = { info() {}, warn() {}, error() {} };
const many = String(100_000);

/** Starts an external database, NATS where there are several nodes, and the nodes; nothing is durable beyond the run. */
export async function openSystem(options: {
  readonly folder: string;
  readonly nodes: number;
  readonly random: Random;
  /** Of the nodes, beside those that each run needs. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<System> {
  const { random } = options;
  // Its supervisor starts it again when it was killed. Durable as an operator's: what was acknowledged must be there then.
  const database = await startThrowAway(silent, {
    loopbackPort: await findFreePort(),
    settings: { max_connections: "200" },
  });
  const nats = options.nodes > 1 ? await createNatsProcess() : undefined;
  await nats?.start();
  const nodes: Node[] = [];
  const proxies = { database: [] as FaultProxy[], nats: [] as FaultProxy[] };
  for (let number = 0; number < options.nodes; number += 1) {
    const toDatabase = await openProxy(database.connection.port, random.fork(`database ${number}`));
    proxies.database.push(toDatabase);
    const { user, password, database: name } = database.connection;
    const settings: Record<string, string> = {
      DATABASE_URL: `postgres://${user}:${password}@${HOST}:${toDatabase.port}/${name}`,
      OTP_SENDS_PER_IP_HOUR: many,
      SOCKETS_UNAUTHENTICATED: many,
      ...options.settings,
    };
    if (nats) {
      const toNats = await openProxy(nats.port, random.fork(`nats ${number}`));
      proxies.nats.push(toNats);
      settings["NATS_URL"] = `nats://${HOST}:${toNats.port}`;
    }
    nodes.push(await createNode(number, options.folder, settings));
  }
  const clients = await openFaultProxy({ target: balance(nodes), random: random.fork("clients") });
  // The first one migrates.
  await nodes[0]?.start();
  await Promise.all(nodes.slice(1).map((node) => node.start()));
  const all = [clients, ...proxies.database, ...proxies.nats];
  return {
    baseUrl: `http://${HOST}:${clients.port}`,
    nodes,
    nats,
    superuser: { ...database.superuser, database: database.connection.database },
    async killDatabase() {
      while (!killHard(database.pid())) await sleep(20);
    },
    proxyOf: (link, node) => (link === "clients" ? clients : proxies[link][node]),
    async close() {
      await Promise.all(all.map((proxy) => proxy.close()));
      await nats?.kill();
      await database.stop();
    },
  };
}

function openProxy(port: number, random: Random): Promise<FaultProxy> {
  return openFaultProxy({ target: () => ({ host: HOST, port }), random });
}

/** One after the other of those that are up: a client that comes back meets another node. */
function balance(nodes: readonly Node[]): () => { host: string; port: number } | undefined {
  let turn = 0;
  return () => {
    const up = nodes.filter((node) => node.isListed());
    turn += 1;
    const node = up[turn % Math.max(1, up.length)];
    return node && { host: HOST, port: node.port };
  };
}

/** False where there is no such process. */
function killHard(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ESRCH") return false;
    throw error;
  }
}
