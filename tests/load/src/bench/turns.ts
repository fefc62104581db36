import type { Latency, RunPlan } from "../generator/run.ts";
import type { Contender, Measured } from "./contender.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchRow,
  type PeerFigure,
} from "./report.ts";

/* The contenders of one table in turn: A B C C B A, so that a machine that grows slower or faster meets all of them alike. */

export type Turns = ReadonlyMap<string, readonly Measured[]>;

/** A turn that something else on the machine spoiled is taken once more; a rehearsal of less than a second is not. */
const AGAIN_MAX = 1;
const REHEARSAL_S = 1;

export async function runInTurns(contenders: readonly Contender[], plan: RunPlan): Promise<Turns> {
  const turns = new Map<string, Measured[]>();
  for (const contender of [...contenders, ...contenders.toReversed()]) {
    const measured = await runUntilCounts(contender, plan);
    turns.set(contender.name, [...(turns.get(contender.name) ?? []), measured]);
  }
  return turns;
}

/** One run, and again when something else on the machine spoiled it. */
export async function runUntilCounts(contender: Contender, plan: RunPlan): Promise<Measured> {
  const times = plan.seconds < REHEARSAL_S ? 0 : AGAIN_MAX;
  let measured = await contender.run(plan);
  for (let again = 0; again < times && measured.isDisturbed; again += 1) {
    measured = await contender.run(plan);
  }
  return measured;
}

/** Both turns of one contender as one. */
export interface Merged {
  readonly name: string;
  readonly perCpuS: number;
  /** Of the turn whose p99 was worse. */
  readonly latency: Latency;
  readonly serverShare: number;
  readonly databaseShare: number;
  readonly generatorShare: number;
  readonly othersShare: number;
  readonly void: string | undefined;
}

/** Ours, which is always the first, and the peers. */
export function mergeTurns(turns: Turns): readonly [Merged, readonly Merged[]] {
  const [ours, ...peers] = mergeAll(turns);
  if (!ours) throw new Error("Colbin is always measured");
  return [ours, peers];
}

/** A turn that counts for nothing is left out; where no other is left the contender has no figure. */
function mergeAll(turns: Turns): Merged[] {
  return [...turns].map(([name, taken]) => {
    const counting = taken.filter((each) => each.void === undefined);
    const used = counting.length > 0 ? counting : taken;
    const sum = (read: (each: Measured) => number): number =>
      used.reduce((total, each) => total + read(each), 0);
    const seconds = sum(({ result }) => result.window.seconds);
    const worst = (read: (each: Measured) => Latency): Latency =>
      used.map(read).reduce((one, other) => (other.p99 > one.p99 ? other : one));
    return {
      name,
      perCpuS: sum(({ result }) => result.window.events) / sum(({ serverS }) => serverS),
      latency: worst(({ result }) => result.latency),
      serverShare: sum(({ serverS }) => serverS) / seconds,
      databaseShare: sum(({ databaseS }) => databaseS) / seconds,
      generatorShare: sum(({ result }) => result.window.cpuShare * result.window.seconds) / seconds,
      othersShare: Math.max(...used.map(({ othersShare }) => othersShare)),
      void: counting.length > 0 ? undefined : taken[0]?.void,
    };
  });
}

/** The cells of a row about deliveries per second of processor. */
export function toCells(
  ours: Merged,
  peers: readonly Merged[],
): Pick<BenchRow, "ours" | "peers" | "latency" | "cpu"> {
  const database = ours.databaseShare > 0 ? ` + ${formatShare(ours.databaseShare)}` : "";
  return {
    ours: ours.void === undefined ? formatCount(ours.perCpuS) : `void: ${ours.void}`,
    peers: peers.map((peer) => toPeerFigure(ours, peer)),
    latency: formatLatency(ours.latency),
    cpu: `${formatShare(ours.serverShare)}${database}; generator ${formatShare(ours.generatorShare)}, others ${formatShare(ours.othersShare)}`,
  };
}

function toPeerFigure(ours: Merged, peer: Merged): PeerFigure {
  const { name } = peer;
  if (peer.void !== undefined) return { name, figure: `void: ${peer.void}` };
  const figure = `${formatCount(peer.perCpuS)} (${formatLatency(peer.latency)})`;
  return ours.void === undefined
    ? { name, figure, ratio: ours.perCpuS / peer.perCpuS }
    : { name, figure };
}
