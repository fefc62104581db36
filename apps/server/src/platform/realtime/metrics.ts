import { closeCodes, type CommandType } from "@colbin/protocol";
import type { Metrics } from "../metrics/metrics.ts";
import type { BusMetrics } from "./bus.ts";

/* The numbers of the live channel and of the bus, and their names in the registry of the process. */

/** What is dropped instead of being queued without a bound. */
export type Dropped = "typing" | "presence" | "hint";

/** What the live channel counts; the registry of the process stands behind it. */
export interface RealtimeMetrics {
  socketOpened(): void;
  /** By close code; 1006 when the connection was lost. */
  socketClosed(code: number): void;
  frameIn(type: CommandType | "invalid"): void;
  /** Once per turn: frames to sockets, the writes that carried them, and their bytes. */
  written(sum: {
    readonly deliveries: number;
    readonly writes: number;
    readonly bytes: number;
  }): void;
  dropped(what: Dropped): void;
  /** Events that the log had to supply, because nobody brought them. */
  caughtUp(events: number): void;
}

/** Registers the numbers of the live channel; once a registry. */
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

/** Codes of RFC 6455 and our own; a client may close with any of thousands more. */
function isKnown(code: number): boolean {
  return code <= 1014 || Object.values<number>(closeCodes).includes(code);
}

/** Registers the numbers of the bus to the other processes; once a registry. */
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
