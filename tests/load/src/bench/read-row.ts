import { makeCalls } from "../calls/measure.ts";
import { formatCount, formatLatency, formatShare, type BenchRow } from "./report.ts";
import type { BenchServer } from "./server.ts";

const SECONDS = 6;

export interface ReadCase {
  readonly what: string;
  readonly paths: readonly string[];
  /** Who asks. */
  readonly token: string;
  readonly expected: number;
  readonly barMs: number;
}

/** The row of a list that one person reads again and again, one request at a time. */
export async function measureRead(server: BenchServer, asked: ReadCase): Promise<BenchRow> {
  const { what, paths, token, expected, barMs } = asked;
  const requests = paths.map((path) => ({ path, token }));
  const plan = { inFlight: 1, seconds: SECONDS, requests, expected };
  const { figures, serverShare, databaseShare } = await makeCalls(server, plan);
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not ${what}`);
  return {
    id: "rules-rooms 11",
    what,
    ours: `${formatCount(figures.answers / figures.seconds)}/s`,
    latency: formatLatency(figures),
    cpu: `server ${formatShare(serverShare)}, database ${formatShare(databaseShare)}, generator ${formatShare(figures.generatorShare)}`,
    bar: `p99 ${barMs} ms`,
    met: figures.p99 <= barMs,
  };
}
