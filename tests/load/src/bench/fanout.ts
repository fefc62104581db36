import { withContenders, type Contender, type CrowdShape } from "./contender.ts";
import type { PeerName } from "./peers.ts";
import { mergeTurns, runInTurns, toCells, type Turns } from "./turns.ts";
import { formatCount, type BenchReport, type BenchRow } from "./report.ts";

/*
 * P1: what one second of processor delivers into one big room. A server that writes once per socket and turn gets cheaper the
 * more messages a turn has, so every figure stands beside the rate and the latency at which it was reached.
 */

export interface FanoutSizes {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
  readonly receivers: number;
  /** Messages a second; all contenders at each. */
  readonly rates: readonly number[];
  /** What Socket.IO can deliver; it is measured up to here. */
  readonly slowRateMax: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: FanoutSizes = {
  peers: ["bun", "socket-io"],
  receivers: 1000,
  rates: [40, 500, 750, 1000],
  slowRateMax: 40,
  warmUpS: 3,
  seconds: 5,
};
/** Of what Bun's own `publish` carries at the same rate. */
const BAR = 1.2;
const GOAL = 1_500_000;
/** Beyond this a rate is not carried, whatever was delivered. */
const P99_MAX_MS = 100;
/** One receiver in ten reads at once; the others take what has come every 50 ms. */
const PROMPT_EVERY = 10;

export function benchFanout(sizes: FanoutSizes = FULL): Promise<BenchReport> {
  const shape: CrowdShape = {
    people: sizes.receivers,
    rooms: 1,
    roomsOf: () => [0],
    promptEvery: PROMPT_EVERY,
  };
  return withContenders(sizes.peers, shape, async (contenders, database) =>
    toReport(await measure(contenders, sizes), sizes, database),
  );
}

interface Step {
  readonly perSecond: number;
  readonly turns: Turns;
}

async function measure(contenders: readonly Contender[], sizes: FanoutSizes): Promise<Step[]> {
  const { warmUpS, seconds } = sizes;
  const steps: Step[] = [];
  for (const perSecond of sizes.rates) {
    const able = perSecond > sizes.slowRateMax ? contenders.slice(0, 2) : contenders;
    const plan = { perSecond, warmUpS, seconds, senders: "all" } as const;
    steps.push({ perSecond, turns: await runInTurns(able, plan) });
  }
  return steps;
}

function toReport(
  steps: readonly Step[],
  { receivers, seconds }: FanoutSizes,
  database: string,
): BenchReport {
  const rows = steps.map(({ perSecond, turns }) => toRow(perSecond, receivers, turns));
  const best = rows
    .filter(({ isCarried }) => isCarried)
    .toSorted((a, b) => b.perCpuS - a.perCpuS)
    .at(0);
  const bun = best?.row.peers?.find(({ name }) => name.startsWith("Bun"));
  return {
    title: `Deliveries per second of the server's processor, ${receivers} receivers in one room (P1)`,
    rows: [
      ...rows.map(({ row }) => row),
      {
        id: "P1",
        what: `the best of these with p99 up to ${P99_MAX_MS} ms`,
        ours: best ? formatCount(best.perCpuS) : "none counts",
        ...(best?.row.latency !== undefined && { latency: best.row.latency }),
        ...(bun && { peers: [bun] }),
        bar: `${BAR} x Bun`,
        goal: formatCount(GOAL),
        met: (bun?.ratio ?? 0) >= BAR,
      },
    ],
    notes: [
      `everybody sends in turn, 100 characters; ${seconds} s in each turn, contenders in the order A B C C B A; mean of both turns, latency of the worse one`,
      `Colbin checks, stores every message in ${database} and commits it before anybody gets it; the peers store nothing and check nothing`,
      "CPU: of the server's process, + of its database, of one core each; the figure counts the server's process alone on every side",
      "one receiver in ten reads at once, and latency is theirs; nine take what has come every 50 ms, equally for all",
    ],
  };
}

interface Judged {
  readonly row: BenchRow;
  readonly perCpuS: number;
  readonly isCarried: boolean;
}

function toRow(perSecond: number, receivers: number, turns: Turns): Judged {
  const [ours, peers] = mergeTurns(turns);
  const isCarried = ours.void === undefined && ours.latency.p99 <= P99_MAX_MS;
  const what = `${perSecond} msg/s, ${formatCount(perSecond * receivers)} deliveries/s`;
  return { row: { id: "P1", what, ...toCells(ours, peers) }, perCpuS: ours.perCpuS, isCarried };
}
