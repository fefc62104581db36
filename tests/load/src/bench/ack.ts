import type { Client } from "pg";
import { seedWorld } from "../seed.ts";
import { createHistogram } from "./histogram.ts";
import { withLoneSender } from "./lone-sender.ts";
import { formatCpuEach, formatLatency, type BenchReport, type Percentiles } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, type CpuReading } from "./usage.ts";

/*
 * P5: the acknowledgement of one send on an idle server, in a closed loop on a raw socket, against a bare INSERT with its commit
 * on the same database in the same run. Measured in turns, so that both meet the same machine, after a warm-up: a server that
 * has just started spends its first seconds on compiling itself.
 */

export interface AckSizes {
  readonly warmUp: number;
  readonly rounds: number;
  readonly perRound: number;
}

const FULL: AckSizes = { warmUp: 10_000, rounds: 9, perRound: 1_000 };
const BAR = 4;
const GOAL = 2.5;

/** So many sends and, after them, as many bare inserts. */
export interface AckRound {
  readonly send: Percentiles;
  readonly insert: Percentiles;
  /** Of all sends of the round. */
  readonly cpu: CpuReading;
}

export async function benchAck(sizes: AckSizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const rounds: AckRound[] = [];
    await withAckRounds(server, sizes, async (measureRound) => {
      while (rounds.length < sizes.rounds) rounds.push(await measureRound());
    });
    return toReport(rounds, sizes, await readDatabaseVersion(server.database));
  });
}

/** Lets somebody into a server alone, warms it up, and measures as many rounds as are asked for. */
export async function withAckRounds<T>(
  server: BenchServer,
  { warmUp, perRound }: Omit<AckSizes, "rounds">,
  act: (measureRound: () => Promise<AckRound>) => Promise<T>,
): Promise<T> {
  const world = await seedWorld(server.database, { people: 1, rooms: 1, roomsOf: () => [0] });
  const insert = await prepareInsert(server.database);
  return withLoneSender(server, world, async (send) => {
    await send(warmUp);
    await measure(insert, perRound);
    return act(async () => {
      const begin = server.cpu();
      const sent = await send(perRound);
      const cpu = cpuBetween(begin, server.cpu());
      return { send: sent, insert: await measure(insert, perRound), cpu };
    });
  });
}

async function prepareInsert(database: Client): Promise<() => Promise<unknown>> {
  await database.query(
    "create table bare (id bigint generated always as identity primary key, content text)",
  );
  const text = "insert into bare (content) values ($1)";
  return () => database.query({ name: "bare", text, values: ["x".repeat(100)] });
}

async function measure(act: () => Promise<unknown>, count: number): Promise<Percentiles> {
  const times = createHistogram();
  for (let done = 0; done < count; done += 1) {
    const startedAt = performance.now();
    await act();
    times.record(performance.now() - startedAt);
  }
  return { p50: times.percentile(0.5), p99: times.percentile(0.99) };
}

/** Of the rounds: one that something else disturbed does not count. */
export function toMedian(rounds: readonly Percentiles[]): Percentiles {
  const middle = (of: (round: Percentiles) => number): number =>
    rounds.map(of).toSorted((one, other) => one - other)[rounds.length >> 1] ?? 0;
  return { p50: middle(({ p50 }) => p50), p99: middle(({ p99 }) => p99) };
}

function toReport(
  taken: readonly AckRound[],
  { rounds, perRound }: AckSizes,
  version: string,
): BenchReport {
  const send = toMedian(taken.map((round) => round.send));
  const insert = toMedian(taken.map((round) => round.insert));
  const cpu = {
    serverS: taken.reduce((sum, round) => sum + round.cpu.serverS, 0),
    databaseS: taken.reduce((sum, round) => sum + round.cpu.databaseS, 0),
  };
  const ratio = send.p50 / insert.p50;
  return {
    title: "Acknowledgement of one send on an idle server (P5)",
    rows: [
      {
        id: "P5",
        what: "send to acknowledgement through the socket, closed loop",
        ours: `${send.p50.toFixed(2)} ms`,
        peers: [{ name: "bare insert", figure: `${insert.p50.toFixed(2)} ms`, ratio }],
        latency: formatLatency(send),
        cpu: formatCpuEach(rounds * perRound, cpu),
        bar: `${BAR} x`,
        goal: `${GOAL} x`,
        met: ratio <= BAR,
      },
    ],
    notes: [
      `${rounds} rounds of ${perRound} each, in turns, medians of the rounds; bare insert: one row with its commit in the same ${version}, ${formatLatency(insert)}`,
    ],
  };
}
