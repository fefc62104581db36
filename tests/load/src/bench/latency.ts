import { withContenders, type CrowdShape, type Measured } from "./contender.ts";
import type { PeerName } from "./peers.ts";
import { runUntilCounts } from "./turns.ts";
import { measureXmppPeers, type XmppFound } from "../xmpp/measure.ts";
import { xmppPeers, type XmppPeer } from "../xmpp/peer-servers.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
  type PeerFigure,
} from "./report.ts";

/* P3: how long the last member of a big room waits for a message, its commit included. */

export interface LatencySizes {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
  /** With their archive in PostgreSQL; where they are installed. */
  readonly chatPeers?: readonly XmppPeer[];
  readonly members: number;
  readonly perSecond: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: LatencySizes = {
  peers: ["bun", "socket-io"],
  chatPeers: xmppPeers,
  members: 1000,
  perSecond: 20,
  warmUpS: 3,
  seconds: 30,
};
/** Of the p99 of Bun's own `publish`. */
const BAR = 1.5;
const GOAL = 1;

export async function benchLatency(sizes: LatencySizes = FULL): Promise<BenchReport> {
  const report = await measureSockets(sizes);
  const { members, perSecond, seconds, chatPeers = [] } = sizes;
  const load = { kind: "open", perSecond, seconds } as const;
  const found = await measureXmppPeers(chatPeers, { rooms: 1, perRoom: members, load });
  return { ...report, rows: [...report.rows, ...found.map(toChatRow)] };
}

/** A chat server beside ours, with what it cost: it is slower than what a row of ours has place for. */
function toChatRow({ name, result }: XmppFound): BenchRow {
  const row = { id: "P3", what: `${name}, group chat with its archive: to the last occupant` };
  if (!result) return { ...row, ours: "", peers: [{ name, figure: "not here" }] };
  const { figures } = result;
  const missing = figures.sent * result.occupants - figures.deliveries;
  const late = missing > 0 ? `, ${formatCount(missing)} deliveries more than 15 s late` : "";
  return {
    ...row,
    ours: "",
    peers: [
      {
        name: `${name} ${result.version}`,
        figure: `${formatLatency(figures.last ?? figures.all)}${late}`,
      },
    ],
    latency: formatLatency(figures.all),
    cpu: `${formatShare(result.serverShare)} + ${formatShare(result.databaseShare)}; generator ${formatShare(figures.generatorShare)}; ${formatCount(result.deliveriesPerCpuS)} deliveries/CPU-s, ${(result.bytesPerOccupant / 1024).toFixed(0)} KiB a user`,
  };
}

function measureSockets(sizes: LatencySizes): Promise<BenchReport> {
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
  const figures = peers.map(([name, peer]) => toFigure(name, peer, result.last.p99));
  const bun = figures.find(({ name }) => name.startsWith("Bun"));
  const shares = [serverS, databaseS].map((each) => formatShare(each / result.window.seconds));
  return {
    title: `Send to received, ${members} members, ${perSecond} msg/s (P3)`,
    rows: [
      {
        id: "P3",
        what: "to the last member, p99 of all messages",
        ours: reason === undefined ? `${result.last.p99.toFixed(1)} ms` : `void: ${reason}`,
        peers: figures,
        latency: formatLatency(result.last),
        cpu: `${shares.join(" + ")}; generator ${formatShare(result.window.cpuShare)}, others ${formatShare(othersShare)}`,
        bar: `${BAR} x Bun`,
        goal: `${GOAL} x Bun`,
        met: reason === undefined && (bun?.ratio ?? Infinity) <= BAR,
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
