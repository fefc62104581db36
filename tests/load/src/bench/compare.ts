import { toMedian, withAckRounds, type AckRound, type AckSizes } from "./ack.ts";
import { withCheckout } from "./checkout.ts";
import { enterColbin } from "./contender.ts";
import {
  formatCount,
  formatCpuEach,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { runSparse, toSparseCrowd, type SparseLoad } from "./sparse.ts";
import {
  measureAcks,
  toFullCrowd,
  type AckCrowd,
  type MeasuredAcks,
  type ThroughputLoad,
} from "./throughput.ts";
import { mergeTurns, toCells } from "./turns.ts";

/*
 * What a change costs or brings: the server of this checkout and that of a commit, both running, measured in turns A B B A by the
 * same generator, without any peers.
 */

export interface CompareSizes {
  readonly sparse: SparseLoad;
  readonly throughput: ThroughputLoad;
  readonly ack: AckSizes;
}

const seconds = { warmUpS: 2, seconds: 8 };

/** About four minutes. */
export const fullComparison: CompareSizes = {
  sparse: { rooms: 200, perRoom: 10, perSecond: 2000, ...seconds },
  throughput: { rooms: 200, members: 10, inFlight: 256, warmUpS: 4, seconds: 15 },
  ack: { warmUp: 10_000, rounds: 10, perRound: 1_000 },
};

/** Under two minutes; says less. */
export const quickComparison: CompareSizes = {
  sparse: { ...fullComparison.sparse, warmUpS: 1, seconds: 4 },
  throughput: { ...fullComparison.throughput, ...seconds, seconds: 5 },
  ack: { warmUp: 3_000, rounds: 6, perRound: 500 },
};

/** A change may cost so much of P2 and P4 (quality.md). */
const LEAST_RATIO = 0.85;
/** The median of P5 against that of a bare insert. */
const MOST_INSERTS = 6;

interface Pair {
  readonly now: BenchServer;
  readonly before: BenchServer;
  readonly commit: string;
}

/** Measures this checkout as it is, with what is not committed, beside a commit. */
export async function benchCompare(
  commit: string,
  sizes: CompareSizes = fullComparison,
): Promise<BenchReport> {
  return withCheckout(commit, (checkout) =>
    withServer({}, (now) =>
      withServer({}, (before) => compareServers({ now, before, commit }, sizes), checkout),
    ),
  );
}

/** The same for servers that run already. */
export async function compareServers(pair: Pair, sizes: CompareSizes): Promise<BenchReport> {
  const { commit, now } = pair;
  const { rooms, inFlight } = sizes.throughput;
  const alone = { people: inFlight, rooms, decodeEvery: 1 };
  const version = await readDatabaseVersion(now.database);
  return {
    title: `This checkout beside ${commit}`,
    rows: [
      await compareSparse(pair, sizes.sparse),
      await compareAcks(pair, `${inFlight} in flight, ${rooms} rooms`, alone, sizes.throughput),
      await compareAcks(
        pair,
        `the same, ${sizes.throughput.members} sockets in every room`,
        toFullCrowd(sizes.throughput),
        sizes.throughput,
      ),
      await compareAck(pair, sizes.ack),
    ],
    notes: [
      `both servers run, each with a ${version} of its own, and are measured in turns A B B A; the ratio is this checkout to ${commit}, and for P5 of times`,
      "latency is that of the worse turn, for P5 the median of the rounds; P5 bare insert: in the database of this checkout",
    ],
  };
}

async function compareSparse(pair: Pair, load: SparseLoad): Promise<BenchRow> {
  const shape = toSparseCrowd(load);
  const now = await enterColbin(pair.now, shape);
  const before = await enterColbin(pair.before, shape, pair.commit);
  try {
    const [ours, peers] = mergeTurns(await runSparse([now, before], load));
    const cells = toCells(ours, peers);
    const what = `deliveries per CPU-s, ${load.perSecond} msg/s, ${load.rooms} rooms of ${load.perRoom}`;
    return { id: "P2", what, ...cells, ...judge(cells.peers?.[0]?.ratio) };
  } finally {
    await now.end();
    await before.end();
  }
}

function judge(ratio: number | undefined): Pick<BenchRow, "bar" | "met"> {
  return { bar: `${LEAST_RATIO} x`, met: ratio !== undefined && ratio >= LEAST_RATIO };
}

async function compareAcks(
  { now, before, commit }: Pair,
  what: string,
  crowd: AckCrowd,
  load: ThroughputLoad,
): Promise<BenchRow> {
  const turns = new Map<BenchServer, MeasuredAcks[]>([
    [now, []],
    [before, []],
  ]);
  for (const server of [now, before, before, now])
    turns.get(server)?.push(await measureAcks(server, crowd, load));
  const [ours, theirs] = [...turns.values()].map(toFigures);
  if (!ours || !theirs) throw new Error("Both servers were measured");
  const ratio = ours.perSecond / theirs.perSecond;
  return {
    id: "P4",
    what: `acknowledged, ${what}`,
    ours: `${formatCount(ours.perSecond)}/s`,
    peers: [{ name: commit, figure: `${theirs.words}; ${theirs.cpu}`, ratio }],
    latency: ours.latency,
    cpu: ours.cpu,
    ...judge(ratio),
  };
}

interface Figures {
  readonly perSecond: number;
  readonly words: string;
  readonly latency: string;
  readonly cpu: string;
}

function toFigures(turns: readonly MeasuredAcks[]): Figures {
  const sum = (read: (turn: MeasuredAcks) => number): number =>
    turns.reduce((total, turn) => total + read(turn), 0);
  const measuredS = sum(({ result }) => result.seconds);
  const perSecond = sum(({ result }) => result.acknowledged) / measuredS;
  const worst = turns
    .map(({ result }) => result.latency)
    .reduce((one, other) => (other.p99 > one.p99 ? other : one));
  const [server = "", database = ""] = [
    sum(({ serverS }) => serverS),
    sum(({ databaseS }) => databaseS),
  ].map((each) => formatShare(each / measuredS));
  const latency = formatLatency(worst);
  const words = `${formatCount(perSecond)}/s (${latency})`;
  return { perSecond, words, latency, cpu: `server ${server}, database ${database}` };
}

async function compareAck({ now, before, commit }: Pair, sizes: AckSizes): Promise<BenchRow> {
  const ours: AckRound[] = [];
  const theirs: AckRound[] = [];
  await withAckRounds(now, sizes, (measureNow) =>
    withAckRounds(before, sizes, async (measureBefore) => {
      while (ours.length < sizes.rounds) {
        ours.push(await measureNow());
        theirs.push(await measureBefore(), await measureBefore());
        ours.push(await measureNow());
      }
    }),
  );
  const [send, other] = [ours, theirs].map((rounds) => toMedian(rounds.map((each) => each.send)));
  const insert = toMedian(ours.map((each) => each.insert));
  if (!send || !other) throw new Error("Both servers were measured");
  const toCpu = (rounds: readonly AckRound[]): string =>
    formatCpuEach(rounds.length * sizes.perRound, {
      serverS: rounds.reduce((sum, { cpu }) => sum + cpu.serverS, 0),
      databaseS: rounds.reduce((sum, { cpu }) => sum + cpu.databaseS, 0),
    });
  const toInsert = send.p50 / insert.p50;
  return {
    id: "P5",
    what: "acknowledgement of one send, idle",
    ours: `${send.p50.toFixed(2)} ms`,
    peers: [
      {
        name: commit,
        figure: `${other.p50.toFixed(2)} ms (${formatLatency(other)}); ${toCpu(theirs)}`,
        ratio: send.p50 / other.p50,
      },
      { name: "bare insert", figure: `${insert.p50.toFixed(2)} ms`, ratio: toInsert },
    ],
    latency: formatLatency(send),
    cpu: toCpu(ours),
    bar: `${MOST_INSERTS} x bare insert`,
    met: toInsert <= MOST_INSERTS,
  };
}
