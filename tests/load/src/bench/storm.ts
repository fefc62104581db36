import type { DialectName, Entry } from "../generator/dialects.ts";
import { startGenerator } from "../generator/generator.ts";
import type { StormResult } from "../generator/storm.ts";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { startPeer, type PeerName } from "./peers.ts";
import { formatLatency, formatShare, type BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, readCpuS, type CpuReading } from "./usage.ts";

/* P8: thousands of connections break at the same moment, while others go on sending. */

export interface StormSizes {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
  readonly sockets: number;
  readonly rooms: number;
  readonly perSecond: number;
  readonly beforeS: number;
  readonly afterS: number;
}

const FULL: StormSizes = {
  peers: ["socket-io"],
  sockets: 5000,
  rooms: 50,
  perSecond: 50,
  beforeS: 3,
  afterS: 12,
};
const BAR_S = 4;
const GOAL_S = 1;

export async function benchStorm(sizes: StormSizes = FULL): Promise<BenchReport> {
  const [ours, version] = await withServer(
    {},
    async (server) =>
      [await stormColbin(server, sizes), await readDatabaseVersion(server.database)] as const,
  );
  const peers: Named[] = [];
  for (const peer of sizes.peers) peers.push(await stormPeer(peer, sizes));
  const report = toReport(sizes, ours, peers);
  return { ...report, notes: [...report.notes, version] };
}

interface Named {
  readonly name: string;
  readonly result: Stormed;
}

async function stormPeer(dialect: PeerName, sizes: StormSizes): Promise<Named> {
  const peer = await startPeer(dialect);
  try {
    const slugs = Array.from({ length: sizes.rooms }, (_, room) => `load-room-${room}`);
    const readCpu = () => ({ serverS: readCpuS(peer.pid), databaseS: 0 });
    const place = { dialect, port: peer.port, slugs, tokens: [], logEpoch: "", readCpu };
    return { name: peer.name, result: await storm(sizes, place) };
  } finally {
    await peer.stop();
  }
}

async function stormColbin(server: BenchServer, sizes: StormSizes): Promise<Stormed> {
  const { database } = server;
  const world = await seedWorld(database, {
    people: sizes.sockets + sizes.rooms,
    rooms: sizes.rooms,
    roomsOf: (person) => [person % sizes.rooms],
  });
  const { rows } = await database.query<{ epoch: string }>(
    "select log_epoch as epoch from instance",
  );
  return storm(sizes, {
    dialect: "colbin",
    port: Number(new URL(server.baseUrl).port),
    slugs: world.rooms.map(({ slug }) => slug),
    tokens: await signAccessTokens(database, world, world.people),
    logEpoch: rows[0]?.epoch ?? "",
    readCpu: () => server.cpu(),
  });
}

interface Place {
  readonly dialect: DialectName;
  readonly port: number;
  readonly slugs: readonly string[];
  readonly tokens: readonly string[];
  readonly logEpoch: string;
  readonly readCpu: () => CpuReading;
}

interface Stormed extends StormResult {
  /** Seconds of processor between the cut and the last socket's return. */
  readonly cpu: CpuReading;
}

async function storm(sizes: StormSizes, place: Place): Promise<Stormed> {
  const { dialect, port, slugs, tokens, logEpoch, readCpu } = place;
  const toEntry = (_: unknown, person: number): Entry => {
    const rooms = [person % sizes.rooms];
    const token = tokens[person];
    return token === undefined ? { rooms } : { rooms, token };
  };
  const people = Array.from({ length: sizes.sockets + sizes.rooms }, toEntry);
  const { perSecond, beforeS, afterS } = sizes;
  const generator = startGenerator();
  try {
    const edges = { begin: readCpu(), end: readCpu() };
    const plan = { dialect, port, slugs, logEpoch, perSecond, beforeS, afterS };
    const [entries, senders] = [people.slice(0, sizes.sockets), people.slice(sizes.sockets)];
    const result = await generator.call("storm", { ...plan, entries, senders }, (edge) => {
      edges[edge] = readCpu();
    });
    return { ...result, cpu: cpuBetween(edges.begin, edges.end) };
  } finally {
    await generator.end();
  }
}

function toReport(
  { sockets, rooms, perSecond }: StormSizes,
  ours: Stormed,
  peers: readonly Named[],
): BenchReport {
  const allBackS = ours.back.max / 1000;
  const isWhole = ours.backCount === sockets;
  const figure = (result: StormResult): string =>
    result.backCount === sockets
      ? `${(result.back.max / 1000).toFixed(2)} s`
      : `${result.backCount} of ${sockets} came back`;
  const count = ({ lost, doubled }: StormResult): string => `${lost} lost, ${doubled} doubled`;
  return {
    title: `${sockets} sockets cut at once (P8)`,
    rows: [
      {
        id: "P8",
        what: "from the cut until all are in again and have what they missed",
        ours: figure(ours),
        peers: peers.map(({ name, result }) => ({
          name,
          figure: figure(result),
          ratio: ours.back.max / result.back.max,
        })),
        latency: formatLatency(ours.back),
        cpu: describeCpu(ours),
        bar: `${BAR_S} s`,
        goal: `${GOAL_S} s`,
        met: isWhole && allBackS <= BAR_S,
      },
      {
        id: "P8",
        what: `events of ${ours.sent} messages on ${sockets} sockets`,
        ours: count(ours),
        peers: peers.map(({ name, result }) => ({ name, figure: count(result) })),
        bar: "0, 0",
        goal: "0, 0",
        met: ours.lost + ours.doubled === 0,
      },
    ],
    notes: [
      `${rooms} rooms, ${perSecond} msg/s by people who are not cut; every socket reads and checks every event; all connections are reset by the client at one moment and all come back at once, without back-off`,
      `to come back is: TCP connection, upgrade with a signed access token, sign-in, resume from the log, full lists; a peer: TCP connection, upgrade, join; it stores nothing and replays nothing`,
      `repeated between a replay and the live events that came meanwhile, told by their seq and dropped by every client: ${ours.overlaps}`,
      `tried again: ${[{ name: "Colbin", result: ours }, ...peers].map(({ name, result }) => `${name} ${describeRetries(result)}`).join("; ")}`,
    ],
  };
}

function describeCpu({ cpu, generatorCpuShare }: Stormed): string {
  const { serverS, databaseS } = cpu;
  return `${serverS.toFixed(1)} s + ${databaseS.toFixed(1)} s; generator ${formatShare(generatorCpuShare)}`;
}

function describeRetries({ retries }: StormResult): string {
  const reasons = Object.entries(retries).map(([reason, times]) => `${times} x ${reason}`);
  return reasons.length === 0 ? "none" : reasons.join(", ");
}
