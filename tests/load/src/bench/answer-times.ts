import { randomInt } from "node:crypto";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { formatLatency, type BenchRow } from "./report.ts";

/*
 * What the time of an answer tells about something that the asker may not know: one that is there, beside one that is not, one after
 * the other, as people who try would see it.
 */

const kinds = ["known", "unknown"] as const;
type Kind = (typeof kinds)[number];

/** A request about something that is there, and the same about something that is not. */
export type Tries = Readonly<Record<Kind, () => Promise<Response>>>;
export type AnswerTimes = Readonly<Record<Kind, LatencyHistogram>>;

/** The first of each are not counted: code is compiled and pages are cached for both alike. */
const WARM_UP_SHARE = 0.2;
/** By which the medians may differ. */
const BAR = 0.05;

/** So many of each kind, in an order by chance. `toKey` names an answer without what differs in each; all must be the same. */
export async function timeAnswers(
  tries: Tries,
  count: number,
  toKey: (body: Record<string, unknown>) => unknown,
): Promise<AnswerTimes> {
  const times: AnswerTimes = { known: createHistogram(), unknown: createHistogram() };
  const answers = new Set<string>();
  const warmUp = Math.round(2 * count * WARM_UP_SHARE);
  for (let turn = -warmUp; turn < 2 * count; turn += 1) {
    const kind = kinds[randomInt(kinds.length)] ?? "unknown";
    const begin = performance.now();
    const reply = await tries[kind]();
    const body = (await reply.json()) as Record<string, unknown>;
    if (turn >= 0) times[kind].record(performance.now() - begin);
    const { requestId: _requestId, ...rest } = body;
    answers.add(`${reply.status} ${JSON.stringify(toKey(rest))}`);
  }
  if (answers.size !== 1) throw new Error(`The answers differ: ${[...answers].join(", ")}`);
  return times;
}

interface RowWords {
  readonly id: string;
  /** The call, and what the known one is. */
  readonly what: string;
  /** The unknown one. */
  readonly beside: string;
}

export function toTimesRow({ id, what, beside }: RowWords, times: AnswerTimes): BenchRow {
  const [known, unknown] = kinds.map((kind) => ({
    p50: times[kind].percentile(0.5),
    p99: times[kind].percentile(0.99),
  }));
  if (!known || !unknown) throw new Error("Both were measured");
  const ratio = known.p50 / unknown.p50;
  return {
    id,
    what,
    ours: `${known.p50.toFixed(3)} ms`,
    peers: [{ name: beside, figure: `${unknown.p50.toFixed(3)} ms`, ratio }],
    latency: formatLatency(known),
    bar: `${BAR * 100} % apart`,
    met: Math.abs(ratio - 1) <= BAR,
  };
}
