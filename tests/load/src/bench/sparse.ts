import { withContenders, type Contender, type CrowdShape } from "./contender.ts";
import type { PeerName } from "./peers.ts";
import { formatCount, type BenchReport } from "./report.ts";
import { mergeTurns, runInTurns, toCells, type Turns } from "./turns.ts";

/* P2: many small rooms. Nothing can be gathered here, each delivery is a system call: what is compared is all the rest. */

export interface SparseLoad {
  readonly rooms: number;
  readonly perRoom: number;
  readonly perSecond: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

export interface SparseSizes extends SparseLoad {
  /** Installed by the first benchmark that needs one. */
  readonly peers: readonly PeerName[];
}

const FULL: SparseSizes = {
  peers: ["bun", "socket-io"],
  rooms: 200,
  perRoom: 10,
  perSecond: 2000,
  warmUpS: 2,
  seconds: 8,
};
const BAR = 0.6;
const GOAL = 0.8;
/** One receiver in five reads at once; the others take what has come every 50 ms. */
const PROMPT_EVERY = 5;

export function benchSparse(sizes: SparseSizes = FULL): Promise<BenchReport> {
  return withContenders(sizes.peers, toSparseCrowd(sizes), async (contenders, database) =>
    toReport(sizes, database, await runSparse(contenders, sizes)),
  );
}

export function toSparseCrowd({ rooms, perRoom }: SparseLoad): CrowdShape {
  const roomsOf = (person: number): number[] => [person % rooms];
  return { people: rooms * perRoom, rooms, roomsOf, promptEvery: PROMPT_EVERY };
}

export function runSparse(contenders: readonly Contender[], load: SparseLoad): Promise<Turns> {
  const { perSecond, warmUpS, seconds } = load;
  return runInTurns(contenders, { perSecond, warmUpS, seconds, senders: "one" });
}

function toReport(
  { rooms, perRoom, perSecond, seconds }: SparseSizes,
  database: string,
  turns: Turns,
): BenchReport {
  const [ours, peers] = mergeTurns(turns);
  const cells = toCells(ours, peers);
  const ratio = cells.peers?.find(({ name }) => name.startsWith("Bun"))?.ratio;
  return {
    title: `Deliveries per second of the server's processor, ${rooms} rooms of ${perRoom} (P2)`,
    rows: [
      {
        id: "P2",
        what: `${perSecond} msg/s, ${formatCount(perSecond * perRoom)} deliveries/s`,
        ...cells,
        bar: `${BAR} x Bun`,
        goal: `${GOAL} x Bun`,
        met: ratio !== undefined && ratio >= BAR,
      },
    ],
    notes: [
      `one person of each room sends, 100 characters; ${seconds} s in each turn, contenders in the order A B C C B A; mean of both turns, latency of the worse one`,
      `Colbin checks, stores every message in ${database} and commits it before anybody gets it; the peers store nothing and check nothing`,
      "CPU: of the server's process, + of its database, of one core each; the figure counts the server's process alone on every side",
      "one receiver in five reads at once, and latency is theirs; the others take what has come every 50 ms, equally for all",
    ],
  };
}
