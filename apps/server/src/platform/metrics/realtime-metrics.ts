import { closeCodes } from "@colbin/protocol";
import type { RealtimeMetrics } from "../realtime/metrics.ts";
import type { Metrics } from "./metrics.ts";

/** Codes of RFC 6455 and our own; a client may close with any of thousands more. */
function isKnown(code: number): boolean {
  return code <= 1014 || Object.values<number>(closeCodes).includes(code);
}

/** The numbers of the live channel in the registry of the process. */
export function createRealtimeMetrics(metrics: Metrics): RealtimeMetrics {
  const open = metrics.gauge("sockets_open", "Sockets that are open");
  const closed = metrics.counter("sockets_closed_total", "Sockets closed, by close code", ["code"]);
  const frames = metrics.counter("frames_in_total", "Frames received, by type", ["type"]);
  const deliveries = metrics.counter("deliveries_total", "Frames handed to sockets");
  const writes = metrics.counter("socket_writes_total", "Writes that carried them");
  const bytes = metrics.counter("socket_bytes_total", "Bytes written to sockets");
  const dropped = metrics.counter("dropped_total", "Frames dropped under pressure", ["what"]);
  const caughtUp = metrics.counter("events_caught_up_total", "Events that the log had to supply");
  return {
    socketOpened: () => open.inc(),
    socketClosed(code) {
      open.dec();
      closed.inc({ code: isKnown(code) ? code : "other" });
    },
    frameIn: (type) => frames.inc({ type }),
    written(sum) {
      deliveries.inc(sum.deliveries);
      writes.inc(sum.writes);
      bytes.inc(sum.bytes);
    },
    dropped: (what) => dropped.inc({ what }),
    caughtUp: (events) => caughtUp.inc(events),
  };
}
