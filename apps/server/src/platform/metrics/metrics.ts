import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";

/*
 * Numbers for Prometheus. Every module makes its own through this factory; names begin with `colbin_`, and labels have
 * few values: never a person, a room or a path.
 */

export interface Metrics {
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string = never>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** Seconds, in buckets from a millisecond to ten seconds. */
  duration<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
  ): Histogram<L>;
  /** What /metrics answers. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry of its own, so that several servers in one process (tests) do not share numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, garbage collection and the lag of the event loop.
  collectDefaultMetrics({ register: registry });
  return {
    counter: (name, help, labels = []) =>
      new Counter({ name: `colbin_${name}`, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) =>
      new Gauge({ name: `colbin_${name}`, help, labelNames: [...labels], registers }),
    duration: (name, help, labels = []) =>
      new Histogram({
        name: `colbin_${name}`,
        help,
        labelNames: [...labels],
        buckets: DURATION_BUCKETS_S,
        registers,
      }),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}
