import { createHistogram as createNodeHistogram } from "node:perf_hooks";

/** Latencies in milliseconds, exact to about a thousandth of the value, and of constant size. */
export interface LatencyHistogram {
  record(ms: number): void;
  /** Milliseconds below which this share (0 to 1) of the latencies lies; NaN of none. */
  percentile(share: number): number;
  readonly count: number;
}

const US_PER_MS = 1000;

export function createHistogram(): LatencyHistogram {
  const histogram = createNodeHistogram({ figures: 3 });
  return {
    // The histogram counts whole numbers from 1 on.
    record: (ms) => histogram.record(Math.max(1, Math.round(ms * US_PER_MS))),
    percentile: (share) =>
      histogram.count === 0 ? Number.NaN : histogram.percentile(share * 100) / US_PER_MS,
    get count() {
      return histogram.count;
    },
  };
}
