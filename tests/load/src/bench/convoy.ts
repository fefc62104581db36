import { setTimeout as sleep } from "node:timers/promises";
import { isRetryable } from "@colbin/protocol";
import type { Client } from "pg";
import type { RunPlan } from "../generator/run.ts";
import { seedWorld, type World } from "../seed.ts";
import { enterColbin, enterWorld, type Contender, type Measured } from "./contender.ts";
import {
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
  type Percentiles,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * What people of other rooms notice when the row of one room is locked for long: their sends, at a steady rate, beside the same sends
 * while the row of a room is locked into which nobody sends: an open transaction by itself costs PostgreSQL something, since no version
 * of a row is cleaned up that it may see. Somebody sends into the locked room all the time; nothing of that may be lost.
 */

export interface ConvoySizes {
  /** Beside the one that is locked; each has one person, who sends. */
  readonly rooms: number;
  /** Messages a second, over all of these rooms, and into the locked one. */
  readonly perSecond: number;
  readonly lockedPerSecond: number;
  readonly heldMs: number;
  readonly freeMs: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: ConvoySizes = {
  rooms: 199,
  perSecond: 400,
  lockedPerSecond: 5,
  heldMs: 2_000,
  freeMs: 500,
  warmUpS: 2,
  seconds: 12,
};
const BAR = 1.2;

interface Turn {
  readonly others: Measured;
  readonly locked: Measured;
}

export function benchConvoy(sizes: ConvoySizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const { rooms } = sizes;
    const others = await enterColbin(server, {
      people: rooms,
      rooms,
      roomsOf: (person) => [person],
      decodeEvery: 1,
    });
    const shape = { people: 1, rooms: 2, roomsOf: () => [0], decodeEvery: 1 };
    const world = await seedWorld(server.database, { ...shape, prefix: "locked" });
    const sender = await enterWorld(server, world, shape);
    try {
      const take = (isHeld: boolean) => takeTurn({ server, world, others, sender, sizes }, isHeld);
      // A first turn that nobody counts: code is compiled and pages are cached for all alike.
      await take(false);
      const free = [await take(false)];
      const held = [await take(true), await take(true)];
      free.push(await take(false));
      return toReport(sizes, free, held, await readDatabaseVersion(server.database));
    } finally {
      await others.end();
      await sender.end();
    }
  });
}

interface Bench {
  readonly server: BenchServer;
  readonly world: World;
  readonly others: Contender;
  readonly sender: Contender;
  readonly sizes: ConvoySizes;
}

async function takeTurn(bench: Bench, isHeld: boolean): Promise<Turn> {
  const { warmUpS, seconds, perSecond, lockedPerSecond } = bench.sizes;
  const plan: Omit<RunPlan, "perSecond"> = { warmUpS, seconds, senders: "one" };
  const end = new AbortController();
  const holding = holdAgainAndAgain(bench, bench.world.rooms[isHeld ? 0 : 1]?.id ?? "", end.signal);
  const [others, locked] = await Promise.all([
    bench.others.run({ ...plan, perSecond }),
    bench.sender.run({ ...plan, perSecond: lockedPerSecond }),
  ]);
  end.abort();
  await holding;
  return { others, locked };
}

async function holdAgainAndAgain(
  { server: { database }, sizes }: Bench,
  roomId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await hold(database, roomId, sizes.heldMs);
    await sleep(sizes.freeMs);
  }
}

async function hold(database: Client, roomId: string, heldMs: number): Promise<void> {
  await database.query("begin");
  await database.query("select from rooms where id = $1 for no key update", [roomId]);
  await sleep(heldMs);
  await database.query("rollback");
}

function toReport(
  sizes: ConvoySizes,
  free: readonly Turn[],
  held: readonly Turn[],
  version: string,
): BenchReport {
  const { rooms, perSecond, lockedPerSecond, heldMs, freeMs, seconds } = sizes;
  return {
    title: "Sends of others while a room is locked",
    rows: [toOthersRow(free, held), toLockedRow(held)],
    notes: [
      `${perSecond} msg/s into ${rooms} rooms and ${lockedPerSecond} msg/s into one whose row is locked for ${heldMs} of every ${heldMs + freeMs} ms; open loop, from the moment a message was due to its sender's own copy`,
      `${seconds} s a turn in the order without, with, with, without; the middle of two turns`,
      version,
    ],
  };
}

function toOthersRow(free: readonly Turn[], held: readonly Turn[]): BenchRow {
  const [without, withLock] = [middle(free), middle(held)];
  const ratio = withLock.p99 / without.p99;
  const reason = [...free, ...held]
    .map(({ others }) => others.void)
    .find((each) => each !== undefined);
  return {
    id: "convoy",
    what: "p99 of acknowledgements in other rooms",
    ours: `${withLock.p99.toFixed(1)} ms${reason === undefined ? "" : `, void: ${reason}`}`,
    peers: [{ name: "a spare one locked", figure: formatLatency(without), ratio }],
    latency: formatLatency(withLock),
    cpu: `${describeCpu(held)}; a spare one locked ${describeCpu(free)}`,
    bar: `${BAR} x`,
    met: reason === undefined && ratio <= BAR,
  };
}

/** What was refused, so that the client sends it again by itself, is not lost. */
function toLockedRow(held: readonly Turn[]): BenchRow {
  const results = held.map(({ locked }) => locked.result);
  const sum = (read: (result: Measured["result"]) => number): number =>
    results.reduce((total, result) => total + read(result), 0);
  const refused = sum(({ others }) =>
    Object.entries(others)
      .filter(([name]) => isRetryable(name.split(" ").at(-1) ?? ""))
      .reduce((total, [, count]) => total + count, 0),
  );
  const lost = Math.max(0, sum((result) => result.lost) - refused);
  const doubled = sum((result) => result.doubled);
  return {
    id: "convoy",
    what: "sends into the locked room",
    ours: `${lost} of ${sum(({ sent }) => sent)} lost, ${doubled} doubled, ${refused} to be sent again`,
    latency: formatLatency({
      p50: Math.max(...results.map(({ latency }) => latency.p50)),
      p99: Math.max(...results.map(({ latency }) => latency.p99)),
    }),
    bar: "0 lost, 0 doubled",
    met: lost === 0 && doubled === 0,
  };
}

function middle(turns: readonly Turn[]): Percentiles {
  const mean = (read: (latency: Percentiles) => number): number =>
    turns.reduce((total, { others }) => total + read(others.result.latency), 0) / turns.length;
  return { p50: mean(({ p50 }) => p50), p99: mean(({ p99 }) => p99) };
}

function describeCpu(turns: readonly Turn[]): string {
  const share = (read: (measured: Measured) => number): string =>
    formatShare(
      turns.reduce((sum, { others }) => sum + read(others), 0) /
        turns.reduce((sum, { others }) => sum + others.result.window.seconds, 0),
    );
  return `server ${share(({ serverS }) => serverS)}, database ${share(({ databaseS }) => databaseS)}`;
}
