import type { Latency, RunPlan } from "../generator/run.ts";
import { enterColbin, type Contender, type CrowdShape, type Measured } from "./contender.ts";
import { formatLatency, formatShare, type BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer } from "./server.ts";
import { runUntilCounts } from "./turns.ts";
import { readRssBytes } from "./usage.ts";

/* R8: people who take nothing must cost the others nothing, and the server only what its bounds say. */

export interface SlowReaderSizes {
  readonly members: number;
  readonly stalled: number;
  readonly perSecond: number;
  /** So long that the system's own buffers are full in a few seconds and the server's bounds are reached. */
  readonly contentLength: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: SlowReaderSizes = {
  members: 1000,
  stalled: 100,
  perSecond: 200,
  contentLength: 2000,
  warmUpS: 2,
  seconds: 12,
};
const BAR = 1.2;
/** What may wait for one socket before it is closed (bounds.ts of the live channel), and what its batches may hold. */
const BOUND_MIB = 1.5;
const MIB = 1024 * 1024;
const PROMPT_EVERY = 10;

interface Turn {
  readonly measured: Measured;
  readonly grownMib: number;
}

export function benchSlowReaders(sizes: SlowReaderSizes = FULL): Promise<BenchReport> {
  const { members, stalled, perSecond, contentLength, warmUpS, seconds } = sizes;
  const shape: CrowdShape = {
    people: members,
    rooms: 1,
    roomsOf: () => [0],
    promptEvery: PROMPT_EVERY,
  };
  const free: RunPlan = { perSecond, contentLength, warmUpS, seconds, senders: "all" };
  return withServer({}, async (server) => {
    const take = async (plan: RunPlan): Promise<Turn> => {
      const contender: Contender = await enterColbin(server, shape);
      try {
        const before = readRssBytes(server.pid());
        const measured = await runUntilCounts(contender, plan);
        return { measured, grownMib: (readRssBytes(server.pid()) - before) / MIB };
      } finally {
        await contender.end();
      }
    };
    const without = [await take(free)];
    const withThem = [await take({ ...free, stalled }), await take({ ...free, stalled })];
    without.push(await take(free));
    const report = toReport(sizes, without, withThem);
    return { ...report, notes: [...report.notes, await readDatabaseVersion(server.database)] };
  });
}

/** The middle between two turns. */
function middle(turns: readonly Turn[], read: (latency: Latency) => number): number {
  return turns.reduce((sum, { measured }) => sum + read(measured.result.latency), 0) / turns.length;
}

/** Of one core, of the server's process. */
function describeShare(turns: readonly Turn[]): string {
  const seconds = turns.reduce((sum, { measured }) => sum + measured.result.window.seconds, 0);
  return formatShare(turns.reduce((sum, { measured }) => sum + measured.serverS, 0) / seconds);
}

function toReport(
  { members, stalled, perSecond, contentLength, seconds }: SlowReaderSizes,
  without: readonly Turn[],
  withThem: readonly Turn[],
): BenchReport {
  const toLatency = (turns: readonly Turn[]): { p50: number; p99: number } => ({
    p50: middle(turns, ({ p50 }) => p50),
    p99: middle(turns, ({ p99 }) => p99),
  });
  const [free, slowed] = [toLatency(without), toLatency(withThem)];
  const ratio = slowed.p99 / free.p99;
  const reason = [...without, ...withThem]
    .map(({ measured }) => measured.void)
    .find((each) => each !== undefined);
  const growth = Math.max(...withThem.map(({ grownMib }) => grownMib));
  const freeGrowth = Math.max(...without.map(({ grownMib }) => grownMib));
  const boundMib = stalled * BOUND_MIB;
  return {
    title: `${stalled} sockets of ${members} that take nothing (R8)`,
    rows: [
      {
        id: "R8",
        what: "p99 of the others, against the same without slow readers",
        ours: reason === undefined ? `${slowed.p99.toFixed(1)} ms` : `void: ${reason}`,
        peers: [{ name: "none slow", figure: `${free.p99.toFixed(1)} ms`, ratio }],
        latency: formatLatency(slowed),
        cpu: `server ${describeShare(withThem)}, without them ${describeShare(without)}`,
        bar: `${BAR} x`,
        goal: `${BAR} x`,
        met: reason === undefined && ratio <= BAR,
      },
      {
        id: "R8",
        what: "growth of the server's memory meanwhile",
        ours: `${growth.toFixed(0)} MiB`,
        peers: [{ name: "none slow", figure: `${freeGrowth.toFixed(0)} MiB` }],
        bar: `${boundMib.toFixed(0)} MiB more`,
        met: growth - freeGrowth <= boundMib,
      },
    ],
    notes: [
      `${perSecond} msg/s of ${contentLength} characters in one room for ${seconds} s, in the order without, with, with, without`,
      `closed by the server, by code: ${withThem.map(({ measured }) => JSON.stringify(measured.result.closed)).join(", ")} (4008: too slow, resumes from the log)`,
    ],
  };
}
