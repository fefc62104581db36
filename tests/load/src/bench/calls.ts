import { makeCalls, type MeasuredCalls } from "../calls/measure.ts";
import { benchCalls as list, type BenchCall } from "./calls-list.ts";
import { seedCallers, type Caller, type CallsSizes } from "./calls-world.ts";
import { withCheckout } from "./checkout.ts";
import {
  formatCount,
  formatCpuEach,
  formatLatency,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * What each of the calls costs that the web app makes most, one kind after the other, by the people of an organization in turn; also
 * beside the server of a commit, both running, each kind of call in turns A B B A.
 */

const SIZES: CallsSizes = {
  rooms: 20,
  perRoom: 50,
  manyEvery: 10,
  manyRooms: 10,
  messagesPerRoom: 5_000,
  notifications: 20,
};
const PLAN = { inFlight: 4, warmUpS: 0.7, seconds: 2.5 };

interface Side {
  readonly name: string;
  readonly server: BenchServer;
  readonly callers: readonly Caller[];
}

/** Measures this checkout as it is, alone or beside a commit. */
export function benchCalls(commit?: string): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const now = await toSide("now", server);
    if (commit === undefined) return measureCalls(now);
    return withCheckout(commit, (checkout) =>
      withServer({}, async (other) => measureCalls(now, await toSide(commit, other)), checkout),
    );
  });
}

async function toSide(name: string, server: BenchServer): Promise<Side> {
  return { name, server, callers: await seedCallers(server, SIZES) };
}

async function measureCalls(now: Side, before?: Side): Promise<BenchReport> {
  const rows: BenchRow[] = [];
  for (const call of list) {
    const first = await takeTurn(now, call, 0);
    const theirs = before && [await takeTurn(before, call, 0), await takeTurn(before, call, 1)];
    const ours = mergeTurns([first, await takeTurn(now, call, 1)]);
    rows.push(toRow(call.what, ours, before && theirs && [before.name, mergeTurns(theirs)]));
  }
  const { rooms, perRoom, manyRooms, messagesPerRoom, notifications } = SIZES;
  return {
    title: `Calls per second of processor${before ? `, beside ${before.name}` : ""}`,
    rows,
    notes: [
      `of the server and its ${await readDatabaseVersion(now.server.database)} together; ${PLAN.inFlight} in flight, closed loop, 2 turns of ${PLAN.seconds} s${before ? " each, A B B A" : ""}; latency is that of the worse turn`,
      `${formatCount(rooms * perRoom)} people of an organization in ${rooms} rooms, a tenth of them in ${manyRooms}, each with a conversation and ${notifications} notifications; ${formatCount(messagesPerRoom)} messages a room`,
      "calls that change something carry an idempotency key, as the client's do",
    ],
  };
}

async function takeTurn(side: Side, call: BenchCall, turn: number): Promise<MeasuredCalls> {
  const { what, rounds = 1, isOnce = false, ask } = call;
  const requests = Array.from({ length: rounds }, (_, round) =>
    side.callers.map((caller, person) => ask(caller, { round, turn, person })),
  ).flat();
  const measured = await makeCalls(side.server, { ...PLAN, requests, isOnce });
  const { wrong } = measured.figures;
  if (wrong > 0) throw new Error(`${what}: ${wrong} calls were refused by ${side.name}`);
  return measured;
}

interface Figures {
  readonly perCpuS: number;
  readonly latency: string;
  readonly cpu: string;
}

function mergeTurns(turns: readonly MeasuredCalls[]): Figures {
  const sum = (read: (turn: MeasuredCalls) => number): number =>
    turns.reduce((total, turn) => total + read(turn), 0);
  const answers = sum(({ figures }) => figures.answers);
  const serverS = sum(({ cpu }) => cpu.serverS);
  const databaseS = sum(({ cpu }) => cpu.databaseS);
  const worst = turns
    .map(({ figures }) => figures)
    .reduce((one, other) => (other.p99 > one.p99 ? other : one));
  return {
    perCpuS: answers / (serverS + databaseS),
    latency: formatLatency(worst),
    cpu: formatCpuEach(answers, { serverS, databaseS }),
  };
}

function toRow(what: string, ours: Figures, before?: readonly [string, Figures]): BenchRow {
  const [name = "", theirs] = before ?? [];
  return {
    id: "calls",
    what,
    ours: `${formatCount(ours.perCpuS)}/CPU-s`,
    ...(theirs && {
      peers: [
        {
          name,
          figure: `${formatCount(theirs.perCpuS)}/CPU-s (${theirs.latency}); ${theirs.cpu}`,
          ratio: ours.perCpuS / theirs.perCpuS,
        },
      ],
    }),
    latency: ours.latency,
    cpu: ours.cpu,
  };
}
