import type { AckPlan, AckResult } from "../generator/acks.ts";
import { makeTickets, seedWorld, type World } from "../seed.ts";
import { measureXmppPeers, type XmppResult } from "../xmpp/measure.ts";
import { xmppPeers, type XmppPeer } from "../xmpp/peer-servers.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
  type PeerFigure,
} from "./report.ts";
import { requireAcknowledged, withSenders } from "./senders.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, type CpuReading } from "./usage.ts";

/*
 * P4: durable, acknowledged messages a second through real sockets, in a closed loop, with the database on the same cores;
 * and the same beside chat servers that keep their archive in PostgreSQL, where everybody in a room gets every message.
 */

export interface ThroughputLoad {
  readonly rooms: number;
  /** Of every room, where it is held against the peers. */
  readonly members: number;
  readonly inFlight: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

export interface ThroughputSizes extends ThroughputLoad {
  readonly peers: readonly XmppPeer[];
}

const FULL: ThroughputSizes = {
  peers: xmppPeers,
  rooms: 200,
  members: 10,
  inFlight: 256,
  warmUpS: 4,
  seconds: 15,
};
/** Of what ejabberd acknowledges, with 10 sockets in every room. */
const BAR = 3.5;
const GOAL = 15_000;

export interface MeasuredAcks extends CpuReading {
  readonly result: AckResult;
}

export interface AckCrowd {
  readonly people: number;
  readonly rooms: number;
  /** Every so-many-th of them sends. */
  readonly decodeEvery: number;
  /** Begins when everybody is in, and is waited for. */
  readonly onReady?: (world: World) => Promise<void>;
}

export async function benchThroughput(sizes: ThroughputSizes = FULL): Promise<BenchReport> {
  const { rooms, members, inFlight } = sizes;
  const plan: AckPlan = { inFlight, warmUpS: sizes.warmUpS, seconds: sizes.seconds };
  const ours = await withServer({}, async (server) => ({
    alone: await measureAcks(server, { people: inFlight, rooms, decodeEvery: 1 }, plan),
    full: await measureAcks(server, toFullCrowd(sizes), plan),
    version: await readDatabaseVersion(server.database),
  }));
  const peers: PeerFigure[] = [];
  const notes: string[] = [];
  const messages = ours.full.result.acknowledged / ours.full.result.seconds;
  const load = { kind: "closed", inFlight, seconds: sizes.seconds } as const;
  for (const { name, result } of await measureXmppPeers(sizes.peers, {
    rooms,
    perRoom: members,
    load,
  })) {
    peers.push(result ? toFigure(result, messages) : { name, figure: "not here" });
    notes.push(
      result ? toNote(result) : `${name} is not installed (Debian: apt-get install ${name})`,
    );
  }
  return {
    title: "Durable acknowledged messages (P4)",
    rows: [
      toRow(`${rooms} rooms, ${inFlight} sockets with one send in flight each`, ours.alone),
      toPeerRow(`the same, ${members} sockets in every room`, ours.full, peers),
    ],
    notes: [
      `closed loop, 100 characters; acknowledged by the sender's own copy, after the commit in ${ours.version}; server, database and generator share the cores`,
      "peers: group chat with its archive in the same PostgreSQL, fsync and synchronous_commit on, no TLS, no limits, no presence",
      ...notes,
    ],
  };
}

/** Senders stand so that they are spread evenly over the rooms. */
export function toFullCrowd({ rooms, members, inFlight }: ThroughputLoad): AckCrowd {
  const people = rooms * members;
  return { people, rooms, decodeEvery: Math.max(1, Math.floor(people / inFlight)) };
}

/** Lets a crowd of its own into a running server and sends in a closed loop. */
export async function measureAcks(
  server: BenchServer,
  { people, rooms, decodeEvery, onReady }: AckCrowd,
  plan: AckPlan,
): Promise<MeasuredAcks> {
  const prefix = `a${Math.random().toString(36).slice(2, 8)}`;
  const roomsOf = (person: number): number[] => [person % rooms];
  const world = await seedWorld(server.database, { people, rooms, roomsOf, prefix });
  const tickets = await makeTickets(server.database, world, world.people);
  const entries = tickets.map((token, person) => ({ token, rooms: roomsOf(person) }));
  return withSenders(server, { world, entries, decodeEvery }, async (generator) => {
    await onReady?.(world);
    const edges = { begin: server.cpu(), end: server.cpu() };
    const result = await generator.call("acks", plan, (edge) => {
      edges[edge] = server.cpu();
    });
    requireAcknowledged(result);
    return { result, ...cpuBetween(edges.begin, edges.end) };
  });
}

function toRow(what: string, { result, serverS, databaseS }: MeasuredAcks): BenchRow {
  const perSecond = result.acknowledged / result.seconds;
  const [server, database] = [serverS, databaseS].map((each) => formatShare(each / result.seconds));
  return {
    id: "P4",
    what,
    ours: `${formatCount(perSecond)}/s`,
    latency: formatLatency(result.latency),
    cpu: `server ${server}, database ${database}, generator ${formatShare(result.cpuShare)}`,
    goal: `${formatCount(GOAL)}/s`,
  };
}

function toPeerRow(what: string, ours: MeasuredAcks, peers: readonly PeerFigure[]): BenchRow {
  const row = toRow(what, ours);
  const deliveries = ours.result.deliveries / ours.serverS;
  const ratio = peers.find(({ name }) => name === "ejabberd")?.ratio;
  return {
    ...row,
    ours: `${row.ours}, ${formatCount(deliveries)} deliveries/CPU-s`,
    peers,
    bar: `${BAR} x ejabberd`,
    ...(ratio !== undefined && { met: ratio >= BAR }),
  };
}

function toFigure({ name, figures, deliveriesPerCpuS }: XmppResult, ours: number): PeerFigure {
  const perSecond = figures.acknowledged / figures.seconds;
  const words = [
    `${formatCount(perSecond)}/s`,
    formatLatency(figures.all),
    `${formatCount(deliveriesPerCpuS)} deliveries/CPU-s`,
  ];
  return { name, figure: words.join(", "), ratio: ours / perSecond };
}

function toNote({ name, version, figures, ...shares }: XmppResult): string {
  const { serverShare, databaseShare, bytesPerOccupant } = shares;
  return `${name} ${version}: server ${formatShare(serverShare)}, database ${formatShare(databaseShare)}, generator ${formatShare(figures.generatorShare)} of a core; ${(bytesPerOccupant / 1024).toFixed(0)} KiB a connected user`;
}
