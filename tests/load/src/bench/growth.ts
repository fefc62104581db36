import type { Client } from "pg";
import { dialects, type Resume } from "../generator/dialects.ts";
import { LoadSocket, type SocketHooks } from "../generator/socket.ts";
import { fillRooms } from "../seed-messages.ts";
import { makeTickets, seedWorld, signAccessTokens, type World } from "../seed.ts";
import { makeCalls } from "../calls/measure.ts";
import { createHistogram } from "./histogram.ts";
import { withLoneSender } from "./lone-sender.ts";
import {
  formatCount,
  formatCpuEach,
  formatLatency,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, type CpuReading } from "./usage.ts";

/*
 * P12: what a send, the opening of a room and the entry of a socket cost as there is more of everything: messages stored,
 * members of the room, rooms of the person. One at a time on an idle server, so that the cost itself is seen.
 */

export interface GrowthSizes {
  readonly messages: readonly number[];
  readonly members: readonly number[];
  readonly roomsEach: readonly number[];
  readonly sends: number;
  readonly opens: number;
  readonly entries: number;
}

const FULL: GrowthSizes = {
  messages: [10_000, 100_000, 1_000_000],
  members: [10, 100, 1_000, 10_000],
  roomsEach: [10, 100, 1_000],
  sends: 500,
  opens: 2,
  entries: 50,
};
const ROOM_MESSAGES = 5_000;
const PAGE = 50;
const ROOMS = "rooms of the person";
/** Noise between two runs of the same on a shared machine. */
const NOISE = 1.5;
/** As many as a resume may name. */
const RESUMED_ROOMS = 400;

interface Cost {
  readonly ack: { readonly p50: number; readonly p99: number };
  readonly open: { readonly p50: number; readonly p99: number };
  readonly enterMs: number;
  /** Of all the sends. */
  readonly cpu: CpuReading;
}

interface Point {
  readonly what: string;
  readonly size: number;
  readonly cost: Cost;
}

export async function benchGrowth(sizes: GrowthSizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    // A first round that nobody counts: code is compiled and pages are cached for all sizes alike.
    await measureCost(server, { members: 10, roomsEach: 10 }, sizes);
    const series: { readonly name: string; readonly points: Point[] }[] = [];
    const members = await measureSeries(sizes.members, "members of the room", (size) =>
      measureCost(server, { members: size, roomsEach: 1 }, sizes),
    );
    const rooms = await measureSeries(sizes.roomsEach, ROOMS, (size) =>
      measureCost(server, { members: 2, roomsEach: size }, sizes),
    );
    let stored = 0;
    const messages = await measureSeries(sizes.messages, "messages stored", async (size) => {
      await store(server, size - stored);
      stored = size;
      return measureCost(server, { members: 10, roomsEach: 10 }, sizes);
    });
    series.push(messages, members, rooms);
    return {
      title: "Cost as it grows (P12)",
      rows: series.flatMap(({ points }) =>
        points.map((point) => toRow(point, points, sizes.sends)),
      ),
      notes: [
        `one at a time on an idle server with ${await readDatabaseVersion(server.database)}: ${sizes.sends} sends, openings for ${sizes.opens} s, ${sizes.entries} entries with their resume`,
        `held where a send and an opening grow no faster than the logarithm of the size, with ${NOISE} for noise; so does an entry, where the person is in as many rooms: it hands out the whole list of them`,
      ],
    };
  });
}

async function measureSeries(
  sizes: readonly number[],
  name: string,
  measure: (size: number) => Promise<Cost>,
): Promise<{ readonly name: string; readonly points: Point[] }> {
  const points: Point[] = [];
  for (const size of sizes)
    points.push({
      what: `${size < 1000 ? size : formatCount(size)} ${name}`,
      size,
      cost: await measure(size),
    });
  return { name, points };
}

/** Messages of other people, in rooms of their own. */
async function store(server: BenchServer, count: number): Promise<void> {
  const rooms = Math.max(1, Math.ceil(count / ROOM_MESSAGES));
  const prefix = `s${Math.random().toString(36).slice(2, 8)}`;
  const roomsOf = (person: number): number[] =>
    Array.from({ length: rooms }, (_, room) => room).filter((room) => room % 10 === person % 10);
  const world = await seedWorld(server.database, { people: 10, rooms, roomsOf, prefix });
  await fillRooms(server.database, world, Math.ceil(count / rooms));
}

interface Place {
  readonly members: number;
  readonly roomsEach: number;
}

/** The first person of a new world sends into and opens the first room, where everybody is, and enters again and again. */
async function measureCost(
  server: BenchServer,
  { members, roomsEach }: Place,
  sizes: GrowthSizes,
): Promise<Cost> {
  const prefix = `g${Math.random().toString(36).slice(2, 8)}`;
  const roomsOf = (person: number): number[] =>
    person === 0 ? Array.from({ length: roomsEach }, (_, room) => room) : [0];
  const world = await seedWorld(server.database, {
    people: members,
    rooms: roomsEach,
    roomsOf,
    prefix,
  });
  await fillRooms(server.database, { rooms: world.rooms.slice(0, 1) }, PAGE * 2);
  const sent = await withLoneSender(server, world, async (send) => {
    const begin = server.cpu();
    const ack = await send(sizes.sends);
    return { ack, cpu: cpuBetween(begin, server.cpu()) };
  });
  return {
    ...sent,
    open: await measureOpen(server, world, sizes.opens),
    enterMs: await measureEntry(server, world, sizes.entries),
  };
}

async function measureOpen(
  server: BenchServer,
  world: World,
  seconds: number,
): Promise<Cost["open"]> {
  const [token = ""] = await signAccessTokens(server.database, world, world.people.slice(0, 1));
  const path = `/v1/session-room/${world.rooms[0]?.slug}/messages?limit=${PAGE}`;
  const { figures } = await makeCalls(server, {
    inFlight: 1,
    seconds,
    requests: [{ path, token }],
    expected: PAGE,
  });
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not a full page`);
  return figures;
}

/** Milliseconds, half of the entries take less: from the connection to the last frame of the greeting, nothing missed. */
async function measureEntry(server: BenchServer, world: World, entries: number): Promise<number> {
  const { database } = server;
  const [person] = world.people;
  if (!person) throw new Error("A world has people");
  const tickets = await makeTickets(
    database,
    world,
    Array.from({ length: entries }, () => person),
  );
  const resume = await readResume(database, world);
  const target = {
    dialect: dialects.colbin,
    port: Number(new URL(server.baseUrl).port),
    slugs: world.rooms.map(({ slug }) => slug),
  };
  const times = createHistogram();
  for (const token of tickets) {
    const startedAt = performance.now();
    const entry = { token, rooms: world.rooms.map((_, room) => room) };
    const socket = new LoadSocket(target, { place: 0, entry, decodes: false, resume }, deaf);
    await socket.entered;
    times.record(performance.now() - startedAt);
    socket.cut();
  }
  return times.percentile(0.5);
}

const deaf: SocketHooks = {
  onEvents: () => undefined,
  onSeen: () => undefined,
  onOther: () => undefined,
  onClosed: () => undefined,
};

async function readResume(database: Client, world: World): Promise<Resume> {
  const { rows: epochs } = await database.query<{ epoch: string }>(
    "select log_epoch as epoch from instance",
  );
  const { rows } = await database.query<{ slug: string; seq: string }>(
    "select slug, last_seq as seq from rooms where id = any ($1::uuid[]) limit $2",
    [world.rooms.map(({ id }) => id), RESUMED_ROOMS],
  );
  return {
    logEpoch: epochs[0]?.epoch ?? "",
    rooms: Object.fromEntries(rows.map(({ slug, seq }) => [slug, Number(seq)])),
  };
}

function toRow({ what, size, cost }: Point, points: readonly Point[], sends: number): BenchRow {
  const [first] = points;
  if (!first) throw new Error("A point is one of its series");
  const allowed = (Math.log(size) / Math.log(first.size)) * NOISE;
  const isWithin = (read: (each: Cost) => number): boolean =>
    read(cost) <= read(first.cost) * allowed;
  const hasMoreRooms = what.endsWith(ROOMS);
  const met =
    isWithin(({ ack }) => ack.p50) &&
    isWithin(({ open }) => open.p50) &&
    (hasMoreRooms || isWithin(({ enterMs }) => enterMs));
  return {
    id: "P12",
    what,
    ours: [
      `send ${formatLatency(cost.ack)}`,
      `open ${formatLatency(cost.open)}`,
      `enter ${cost.enterMs.toFixed(1)} ms`,
    ].join(", "),
    cpu: `a send: ${formatCpuEach(sends, cost.cpu)}`,
    bar: `${hasMoreRooms ? "send and open" : "each"} <= ${allowed.toFixed(2)} x the first`,
    goal: "flat",
    met,
  };
}
