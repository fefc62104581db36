import { withContenders, type CrowdShape, type Measured } from "./contender.ts";
import type { PeerName } from "./peers.ts";
import { runUntilCounts } from "./turns.ts";
import { formatLatency, formatShare, type BenchReport, type PeerFigure } from "./report.ts";

/* P3: how long the last member of a big room waits for a message, its commit included. */

export interface LatencySizes {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
  readonly members: number;
  readonly perSecond: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: LatencySizes = {
  peers: ["bun", "socket-io"],
  members: 1000,
  perSecond: 20,
  warmUpS: 3,
  seconds: 30,
};
const BAR_MS = 40;
const GOAL_MS = 15;

export function benchLatency(sizes: LatencySizes = FULL): Promise<BenchReport> {
  const { members, perSecond, warmUpS, seconds } = sizes;
  const shape: CrowdShape = { people: members, rooms: 1, roomsOf: () => [0] };
  return withContenders(sizes.peers, shape, async (contenders, database) => {
    const plan = { perSecond, warmUpS, seconds, senders: "all" } as const;
    const measured: [string, Measured][] = [];
    for (const contender of contenders) {
      measured.push([contender.name, await runUntilCounts(contender, plan)]);
    }
    return toReport(sizes, database, measured);
  });
}

function toReport(
  { members, perSecond, seconds }: LatencySizes,
  database: string,
  [ours, ...peers]: readonly (readonly [string, Measured])[],
): BenchReport {
  if (!ours) throw new Error("Colbin is always measured");
  const [, { result, serverS, databaseS, othersShare, void: reason }] = ours;
  const shares = [serverS, databaseS].map((each) => formatShare(each / result.window.seconds));
  return {
    title: `Send to received, ${members} members, ${perSecond} msg/s (P3)`,
    rows: [
      {
        id: "P3",
        what: "to the last member, p99 of all messages",
        ours: reason === undefined ? `${result.last.p99.toFixed(1)} ms` : `void: ${reason}`,
        peers: peers.map(([name, peer]) => toFigure(name, peer, result.last.p99)),
        latency: formatLatency(result.last),
        cpu: `${shares.join(" + ")}; generator ${formatShare(result.window.cpuShare)}, others ${formatShare(othersShare)}`,
        bar: `${BAR_MS} ms`,
        goal: `${GOAL_MS} ms`,
        met: reason === undefined && result.last.p99 <= BAR_MS,
      },
      {
        id: "P3",
        what: "to each member, p99 of all deliveries",
        ours: `${result.latency.p99.toFixed(1)} ms`,
        peers: peers.map(([name, peer]) => ({ name, figure: formatLatency(peer.result.latency) })),
        latency: formatLatency(result.latency),
      },
    ],
    notes: [
      `open loop over ${seconds} s, everybody sends in turn, 100 characters; one process stamps both ends, from the moment a message was due`,
      `Colbin: after its commit in ${database}; the peers store nothing`,
      "every member reads at once; reading costs this machine about as much as writing, and both share its cores",
    ],
  };
}

function toFigure(name: string, { result, void: reason }: Measured, ours: number): PeerFigure {
  if (reason !== undefined) return { name, figure: `void: ${reason}` };
  return { name, figure: formatLatency(result.last), ratio: ours / result.last.p99 };
}
