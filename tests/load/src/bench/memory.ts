import { setTimeout as sleep } from "node:timers/promises";
import type { DialectName, Entry } from "../generator/dialects.ts";
import { startGenerator } from "../generator/generator.ts";
import { makeTickets, seedWorld } from "../seed.ts";
import { startPeer, type PeerName } from "./peers.ts";
import { formatShare, type BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer } from "./server.ts";
import { readCpuS, readRssBytes } from "./usage.ts";

/* P7: what an idle, authenticated socket costs in memory, with ten rooms each. */

export interface MemorySizes {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
  readonly sockets: number;
  readonly rooms: number;
  readonly roomsEach: number;
  /** Garbage of ten thousand handshakes is not what a socket costs: so long the server may collect it. */
  readonly restS: number;
}

const FULL: MemorySizes = {
  peers: ["bun", "socket-io"],
  sockets: 10_000,
  rooms: 1000,
  roomsEach: 10,
  restS: 75,
};
const BAR_KIB = 16;
const GOAL_KIB = 10;
const KIB = 1024;

export async function benchMemory(sizes: MemorySizes = FULL): Promise<BenchReport> {
  const [ours, version] = await withServer({}, async (server) => {
    const world = await seedWorld(server.database, {
      people: sizes.sockets,
      rooms: sizes.rooms,
      roomsOf: (person) => placesOf(person, sizes),
    });
    const tickets = await makeTickets(server.database, world, world.people);
    const place = {
      dialect: "colbin",
      port: Number(new URL(server.baseUrl).port),
      pid: server.pid(),
      slugs: world.rooms.map(({ slug }) => slug),
      tokens: tickets,
    } as const;
    return [await weigh(sizes, place), await readDatabaseVersion(server.database)] as const;
  });
  const peers: (readonly [string, Weight])[] = [];
  for (const peer of sizes.peers) peers.push(await weighPeer(peer, sizes));
  const report = toReport(sizes, ours, peers);
  return { ...report, notes: [...report.notes, version] };
}

/** Ten rooms in a row, from another one on for everybody: all rooms get the same number of people. */
function placesOf(person: number, { rooms, roomsEach }: MemorySizes): number[] {
  const first = (person * roomsEach) % rooms;
  return Array.from({ length: Math.min(roomsEach, rooms) }, (_, place) => (first + place) % rooms);
}

interface Place {
  readonly dialect: DialectName;
  readonly port: number;
  readonly pid: number;
  readonly slugs: readonly string[];
  readonly tokens: readonly string[];
}

interface Weight {
  readonly emptyBytes: number;
  readonly fullBytes: number;
  /** Right after the last socket had entered. */
  readonly freshBytes: number;
  readonly sockets: number;
  readonly enteringS: number;
  /** Share of one core while everybody is idle. */
  readonly idleShare: number;
}

async function weighPeer(peer: PeerName, sizes: MemorySizes): Promise<readonly [string, Weight]> {
  const running = await startPeer(peer);
  try {
    const slugs = Array.from({ length: sizes.rooms }, (_, room) => `load-room-${room}`);
    const { name, port, pid } = running;
    return [name, await weigh(sizes, { dialect: peer, port, pid, slugs, tokens: [] })];
  } finally {
    await running.stop();
  }
}

async function weigh(sizes: MemorySizes, place: Place): Promise<Weight> {
  const { dialect, port, pid, slugs, tokens } = place;
  const entries = Array.from({ length: sizes.sockets }, (_, person): Entry => {
    const [rooms, token] = [placesOf(person, sizes), tokens[person]];
    return token === undefined ? { rooms } : { rooms, token };
  });
  const generator = startGenerator();
  try {
    const emptyBytes = readRssBytes(pid);
    const startedAt = performance.now();
    await generator.call("open", { dialect, port, slugs, entries, decodeEvery: sizes.sockets });
    const enteringS = (performance.now() - startedAt) / 1000;
    const freshBytes = readRssBytes(pid);
    const cpuBefore = readCpuS(pid);
    await sleep(sizes.restS * 1000);
    const idleShare = (readCpuS(pid) - cpuBefore) / sizes.restS;
    const fullBytes = readRssBytes(pid);
    return { emptyBytes, freshBytes, fullBytes, sockets: sizes.sockets, enteringS, idleShare };
  } finally {
    await generator.end();
  }
}

function perSocketKib({ emptyBytes, fullBytes, sockets }: Weight): number {
  return (fullBytes - emptyBytes) / sockets / KIB;
}

function toReport(
  { sockets, roomsEach, restS }: MemorySizes,
  ours: Weight,
  peers: readonly (readonly [string, Weight])[],
): BenchReport {
  const each = perSocketKib(ours);
  const mebibytes = (bytes: number): string => `${(bytes / KIB / KIB).toFixed(0)} MiB`;
  const describe = (weight: Weight): string =>
    `${mebibytes(weight.emptyBytes)} without sockets, ${mebibytes(weight.freshBytes)} when the last had entered (after ${weight.enteringS.toFixed(1)} s), ${mebibytes(weight.fullBytes)} ${restS} s later; idle ${formatShare(weight.idleShare)} of a core`;
  return {
    title: `Memory of an idle authenticated socket, ${sockets} sockets in ${roomsEach} rooms each (P7)`,
    rows: [
      {
        id: "P7",
        what: `(RSS with ${sockets} - RSS with none) / ${sockets}`,
        ours: `${each.toFixed(1)} KiB`,
        peers: peers.map(([name, weight]) => ({
          name,
          figure: `${perSocketKib(weight).toFixed(1)} KiB`,
          ratio: each / perSocketKib(weight),
        })),
        cpu: `idle ${formatShare(ours.idleShare)}`,
        bar: `${BAR_KIB} KiB`,
        goal: `${GOAL_KIB} KiB`,
        met: each <= BAR_KIB,
      },
    ],
    notes: [
      `Colbin: ${describe(ours)}`,
      ...peers.map(([name, weight]) => `${name}: ${describe(weight)}`),
      "Colbin's sockets are authenticated people with unread counts and access rights; a socket of the peers is a member of ten topics and nothing else",
      "every socket of Colbin pings every 30 s",
    ],
  };
}
