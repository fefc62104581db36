import { setTimeout as sleep } from "node:timers/promises";
import { closeCodes } from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import { tracepoint } from "../points.ts";
import { DRAIN_COMMANDS_MS, DRAIN_PER_SECOND, DRAIN_RETURN_MS, DRAIN_SPREAD_MS } from "./bounds.ts";
import type { Connection } from "./connection.ts";

export interface DrainDeps {
  /** Those that are open now. */
  readonly connections: ReadonlySet<Connection>;
  /** Settles when the commands in flight are done. */
  readonly commands: Promise<void>;
  readonly deadlineMs: number;
}

/** Part of the time that may pass before the last socket is closed; the rest is for its good-bye. */
const CLOSING_SHARE = 0.8;
const BEAT_MS = 20;

/**
 * Lets commands in flight finish, then tells every socket when to come back and closes it (1012). The closings and the
 * times to come back are spread, so that the other nodes are not stormed. What is open at the deadline is cut.
 */
export async function drainSockets({
  connections,
  commands,
  deadlineMs,
}: DrainDeps): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  const left = (): number => Math.max(0, deadline - performance.now());
  await Promise.race([commands, sleep(Math.min(DRAIN_COMMANDS_MS, deadlineMs / 2))]);
  await closeSpread([...connections], left() * CLOSING_SHARE);
  while (connections.size > 0 && left() > 0) await sleep(Math.min(BEAT_MS, left()));
  for (const connection of connections) connection.writer.terminate();
}

async function closeSpread(connections: Connection[], atMostMs: number): Promise<void> {
  const spreadMs = Math.min(
    DRAIN_SPREAD_MS,
    atMostMs,
    (connections.length * 1000) / DRAIN_PER_SECOND,
  );
  const start = performance.now();
  let closed = 0;
  while (closed < connections.length) {
    const share = spreadMs === 0 ? 1 : (performance.now() - start + BEAT_MS) / spreadMs;
    const due = Math.min(connections.length, Math.ceil(share * connections.length));
    for (; closed < due; closed += 1)
      connections[closed]?.end(toNotice(spreadMs), closeCodes.restart);
    tracepoint("midDrain");
    if (closed < connections.length) await sleep(BEAT_MS);
  }
}

/**
 * What everybody is told, each with a time of their own to come back: spread over as long as the closing took, so that a few
 * are back at once and thousands storm nobody.
 */
export function toNotice(spreadMs = 0): AppError {
  const retryAfterMs = Math.floor(Math.random() * Math.max(spreadMs, DRAIN_RETURN_MS));
  return new AppError("SERVER_DRAINING", { retryAfterMs });
}
