import type { BusMetrics } from "../realtime/bus.ts";
import type { Metrics } from "./metrics.ts";

/** The numbers of the bus to the other processes in the registry of this one. */
export function createBusMetrics(metrics: Metrics): BusMetrics {
  const up = metrics.gauge("bus_up", "1 while the bus to the other processes is up");
  const ended = metrics.counter("bus_outages_total", "Times that the bus was lost");
  const lost = metrics.counter("bus_hints_lost_total", "Hints that were not sent, by reason", [
    "why",
  ]);
  return {
    up(isUp) {
      up.set(isUp ? 1 : 0);
      if (!isUp) ended.inc();
    },
    lost: (why) => lost.inc({ why }),
  };
}
