import type { DialectName, Entry } from "../generator/dialects.ts";
import { GENERATOR_CPU_MAX, startGenerator, type LoadGenerator } from "../generator/generator.ts";
import type { RunPlan, RunResult } from "../generator/run.ts";
import { makeTickets, seedWorld, type World } from "../seed.ts";
import { startPeer, type PeerName } from "./peers.ts";
import { formatShare } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, readBusyS, readCpuS } from "./usage.ts";

/* One of the servers that are compared, with a crowd of its own in it: the same people, rooms and messages for each. */

/** Who is in which rooms. */
export interface CrowdShape {
  readonly people: number;
  readonly rooms: number;
  readonly roomsOf: (person: number) => readonly number[];
  readonly decodeEvery?: number;
  readonly promptEvery?: number;
}

export interface Contender {
  readonly name: string;
  readonly generator: LoadGenerator;
  /** Runs one load and says what it cost the server. */
  run(plan: RunPlan): Promise<Measured>;
  end(): Promise<void>;
}

export interface Measured {
  readonly result: RunResult;
  /** Seconds of processor in the measured window: of the server's process, and of its database. */
  readonly serverS: number;
  readonly databaseS: number;
  /** Share of one core that programs which have no part in this used meanwhile. */
  readonly othersShare: number;
  /** They used so much that the run says little. */
  readonly isDisturbed: boolean;
  /** Why this run counts for nothing; undefined where it counts. */
  readonly void: string | undefined;
}

const DECODE_EVERY = 50;

interface Place {
  readonly name: string;
  readonly dialect: DialectName;
  readonly port: number;
  readonly slugs: readonly string[];
  readonly entries: readonly Entry[];
  readonly readCpu: () => { readonly serverS: number; readonly databaseS: number };
  readonly stop?: () => Promise<void>;
}

/** Colbin with a world of this shape, everybody in it. */
export async function enterColbin(
  server: BenchServer,
  shape: CrowdShape,
  name = "Colbin",
): Promise<Contender> {
  const prefix = `w${Math.random().toString(36).slice(2, 8)}`;
  return enterWorld(server, await seedWorld(server.database, { ...shape, prefix }), shape, name);
}

/** Colbin with a world that was written before, everybody in it. */
export async function enterWorld(
  server: BenchServer,
  world: World,
  shape: CrowdShape,
  name = "Colbin",
): Promise<Contender> {
  const tickets = await makeTickets(server.database, world, world.people);
  return enter(shape, {
    name,
    dialect: "colbin",
    port: Number(new URL(server.baseUrl).port),
    slugs: world.rooms.map(({ slug }) => slug),
    entries: tickets.map((token, person) => ({ token, rooms: shape.roomsOf(person) })),
    readCpu: () => server.cpu(),
  });
}

/** A peer with the same. */
async function enterPeer(peer: PeerName, shape: CrowdShape): Promise<Contender> {
  const running = await startPeer(peer);
  const { name, port, pid } = running;
  return enter(shape, {
    name,
    dialect: peer,
    port,
    slugs: Array.from({ length: shape.rooms }, (_, room) => `load-room-${room}`),
    entries: Array.from({ length: shape.people }, (_, person) => ({
      rooms: shape.roomsOf(person),
    })),
    readCpu: () => ({ serverS: readCpuS(pid), databaseS: 0 }),
    stop: () => running.stop(),
  });
}

/** Colbin and these peers, each with its crowd, for as long as the measurement takes. */
export async function withContenders<T>(
  peers: readonly PeerName[],
  shape: CrowdShape,
  measure: (contenders: readonly Contender[], database: string) => Promise<T>,
): Promise<T> {
  return withServer({}, async (server) => {
    const contenders: Contender[] = [];
    try {
      contenders.push(await enterColbin(server, shape));
      for (const peer of peers) contenders.push(await enterPeer(peer, shape));
      return await measure(contenders, await readDatabaseVersion(server.database));
    } finally {
      for (const contender of contenders) await contender.end();
    }
  });
}

async function enter(shape: CrowdShape, place: Place): Promise<Contender> {
  const { decodeEvery = DECODE_EVERY, promptEvery } = shape;
  const { name, dialect, port, slugs, entries, readCpu } = place;
  const generator = startGenerator();
  const end = async (): Promise<void> => {
    await generator.end();
    await place.stop?.();
  };
  try {
    const plan = { dialect, port, slugs, entries, decodeEvery };
    await generator.call("open", promptEvery === undefined ? plan : { ...plan, promptEvery });
  } catch (error) {
    await end();
    throw error;
  }
  return {
    name,
    generator,
    end,
    run: (plan) => measureRun(generator, readCpu, plan),
  };
}

async function measureRun(
  generator: LoadGenerator,
  readCpu: Place["readCpu"],
  plan: RunPlan,
): Promise<Measured> {
  const read = () => ({ ...readCpu(), ownS: process.cpuUsage(), busyS: readBusyS() });
  const edges = { begin: read(), end: read() };
  const result = await generator.call("run", plan, (edge) => {
    edges[edge] = read();
  });
  const { begin, end } = edges;
  const { serverS, databaseS } = cpuBetween(begin, end);
  const { seconds, cpuShare } = result.window;
  const own = process.cpuUsage(begin.ownS);
  const knownS = serverS + databaseS + cpuShare * seconds + (own.user + own.system) / 1e6;
  const othersShare = Math.max(0, end.busyS - begin.busyS - knownS) / seconds;
  const isDisturbed = othersShare > OTHERS_MAX;
  return { result, serverS, databaseS, othersShare, isDisturbed, void: judge(result, othersShare) };
}

/** A schedule that is kept within this much is kept. */
const LATE_MAX_MS = 50;
/** What the system itself does for the sockets is counted here, too. */
const OTHERS_MAX = 0.25;

function judge(
  { lost, doubled, misordered, window, lateness }: RunResult,
  othersShare: number,
): string | undefined {
  if (lost + doubled + misordered > 0)
    return `${lost} lost, ${doubled} doubled, ${misordered} in another order`;
  if (othersShare > OTHERS_MAX) return `other programs used ${formatShare(othersShare)} of a core`;
  if (window.cpuShare > GENERATOR_CPU_MAX)
    return `the generator used ${formatShare(window.cpuShare)} of a core`;
  if (lateness.p99 > LATE_MAX_MS) return `messages left ${lateness.p99.toFixed(0)} ms late`;
  return undefined;
}
