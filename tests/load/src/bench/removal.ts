import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { LoadGenerator } from "../generator/generator.ts";
import type { AckResult } from "../generator/acks.ts";
import {
  makeTickets,
  moveToOrganization,
  seedWorld,
  signAccessTokens,
  type World,
} from "../seed.ts";
import { formatLatency, formatShare, type BenchReport, type BenchRow } from "./report.ts";
import { requireAcknowledged, withSenders } from "./senders.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween } from "./usage.ts";

/*
 * What the others notice when somebody is removed from an organization who is in thousands of its rooms: their sends into rooms of
 * that person, beside the same sends while nobody is removed.
 */

export interface RemovalSizes {
  /** Of the person who is removed. */
  readonly rooms: number;
  /** People who send all the time, each into a room of their own among these, spread over all of them. */
  readonly senders: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: RemovalSizes = { rooms: 5_000, senders: 16, warmUpS: 2, seconds: 20 };
/** Nobody's send may be delayed by more. */
const BAR_MS = 50;
const LOOK_MS = 100;
const PATIENCE_MS = 180_000;
/** In every turn with a removal another one goes. */
const REMOVED = 2;

interface Turn {
  readonly result: AckResult;
  readonly serverS: number;
  readonly databaseS: number;
  /** The reply to the removal, and until the last of the rooms was left; of a turn with one. */
  readonly repliedMs?: number;
  readonly endedMs?: number;
}

export function benchRemoval(sizes: RemovalSizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const world = await seedOrganization(server.database, sizes);
    const [owner] = world.people;
    const [ownerToken = ""] = await signAccessTokens(server.database, world, owner ? [owner] : []);
    const senders = world.people.slice(1, 1 + sizes.senders);
    const tickets = await makeTickets(server.database, world, senders);
    const entries = tickets.map((token, place) => ({ token, rooms: [roomOf(sizes, place)] }));
    const turns = await withSenders(
      server,
      { world, entries, decodeEvery: 1 },
      async (generator) => {
        const take = (removed?: string) =>
          takeTurn({ server, generator, sizes, world, ownerToken }, removed);
        const [first, second] = world.people.slice(1 + sizes.senders);
        // A first turn that nobody counts: code is compiled and pages are cached for all alike.
        await take();
        return {
          without: [await take()],
          withOne: [await take(first?.userId), await take(second?.userId)],
          after: [await take()],
        };
      },
    );
    const report = toReport(sizes, [...turns.without, ...turns.after], turns.withOne);
    return { ...report, notes: [...report.notes, await readDatabaseVersion(server.database)] };
  });
}

/** Its rooms lie in the order of their ids, in which they are left. */
function roomOf({ rooms, senders }: RemovalSizes, place: number): number {
  return Math.floor((place * rooms) / senders);
}

/** The owner is in no room, each sender in one, those who will be removed are in all. */
async function seedOrganization(database: Client, sizes: RemovalSizes): Promise<World> {
  const { rooms, senders } = sizes;
  const roomsOf = (person: number): number[] => {
    if (person === 0) return [];
    if (person <= senders) return [roomOf(sizes, person - 1)];
    return Array.from({ length: rooms }, (_, room) => room);
  };
  const world = await seedWorld(database, { people: 1 + senders + REMOVED, rooms, roomsOf });
  const moved = await moveToOrganization(database, world);
  await database.query("vacuum analyze");
  return moved;
}

interface Bench {
  readonly server: BenchServer;
  readonly generator: LoadGenerator;
  readonly sizes: RemovalSizes;
  readonly world: World;
  readonly ownerToken: string;
}

async function takeTurn(bench: Bench, removed?: string): Promise<Turn> {
  const { server, generator, sizes } = bench;
  const edges = { begin: server.cpu(), end: server.cpu() };
  let removal: Promise<Pick<Turn, "repliedMs" | "endedMs">> | undefined;
  const plan = { inFlight: sizes.senders, warmUpS: sizes.warmUpS, seconds: sizes.seconds };
  const result = await generator.call("acks", plan, (edge) => {
    edges[edge] = server.cpu();
    if (edge === "begin" && removed !== undefined) removal = remove(bench, removed);
  });
  requireAcknowledged(result);
  return { result, ...cpuBetween(edges.begin, edges.end), ...(await removal) };
}

async function remove(
  { server: { baseUrl, database }, world: { workspaceId }, ownerToken }: Bench,
  userId: string,
): Promise<Pick<Turn, "repliedMs" | "endedMs">> {
  const begin = performance.now();
  const reply = await fetch(`${baseUrl}/v1/organizations/${workspaceId}/members/${userId}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${ownerToken}`, "content-type": "application/json" },
    body: "{}",
  });
  if (reply.status !== 204) throw new Error(`The removal was answered ${reply.status}`);
  const repliedMs = performance.now() - begin;
  while (performance.now() - begin < PATIENCE_MS) {
    const { rows } = await database.query(
      "select 1 from participants where user_id = $1 and access_status = 'ACCEPTED' limit 1",
      [userId],
    );
    if (rows.length === 0) return { repliedMs, endedMs: performance.now() - begin };
    await sleep(LOOK_MS);
  }
  throw new Error("The places of whoever was removed did not end");
}

function toReport(
  { rooms, senders, seconds }: RemovalSizes,
  without: readonly Turn[],
  withOne: readonly Turn[],
): BenchReport {
  const worst = (turns: readonly Turn[], read: (turn: Turn) => number): number =>
    Math.max(...turns.map(read));
  const [free, other] = [without, withOne].map((turns) => ({
    p50: worst(turns, ({ result }) => result.latency.p50),
    p99: worst(turns, ({ result }) => result.latency.p99),
    max: worst(turns, ({ result }) => result.latency.max),
  }));
  if (!free || !other) throw new Error("Both were measured");
  const share = (turns: readonly Turn[], read: (turn: Turn) => number): string =>
    formatShare(worst(turns, (turn) => read(turn) / turn.result.seconds));
  const cpu = `server ${share(withOne, ({ serverS }) => serverS)}, database ${share(withOne, ({ databaseS }) => databaseS)}; without ${share(without, ({ serverS }) => serverS)}, ${share(without, ({ databaseS }) => databaseS)}`;
  const rows: BenchRow[] = (["p99", "max"] as const).map((figure) => ({
    id: "removal",
    what: `${figure} of the others' sends`,
    ours: `${other[figure].toFixed(1)} ms`,
    peers: [
      {
        name: "nobody removed",
        figure: `${free[figure].toFixed(1)} ms`,
        ratio: other[figure] / free[figure],
      },
    ],
    latency: formatLatency(other),
    cpu,
    bar: `${BAR_MS} ms more`,
    met: other[figure] - free[figure] <= BAR_MS,
  }));
  const times = withOne.map(
    ({ repliedMs = 0, endedMs = 0 }) =>
      `replied after ${repliedMs.toFixed(0)} ms, the last room left after ${(endedMs / 1000).toFixed(1)} s`,
  );
  const counts = [without, withOne].map((turns) =>
    turns.map(({ result }) => Math.round(result.acknowledged / result.seconds)).join(" and "),
  );
  return {
    title: `A member of ${rooms} rooms is removed`,
    rows,
    notes: [
      `${senders} people, each in a room of that member, send again as soon as the last send is acknowledged, ${seconds} s a turn, in the order without, with, with, without: ${counts[0]} sends a second without, ${counts[1]} with; of two turns the worse`,
      ...times,
    ],
  };
}
