import { channel } from "node:diagnostics_channel";

/*
 * Named points of the way of a message, told on diagnostics channels `colbin:<name>`. Nobody listens in normal service, and a
 * point then costs one look at a flag. The chaos runs load a listener beside the server that kills the process there; an
 * operator can trace with the same names.
 */

const points = {
  /** A batch is about to go to the database. */
  beforeCommit: channel("colbin:before-commit"),
  /** A batch is committed; no sender knows yet. */
  afterCommit: channel("colbin:after-commit"),
  /** The sender's answer is queued, for the end of the turn; the other processes were not told yet. */
  afterAck: channel("colbin:after-ack"),
  /** A socket got a part of what it missed. */
  midReplay: channel("colbin:mid-replay"),
  /** A drain has closed some of its sockets. */
  midDrain: channel("colbin:mid-drain"),
};

export type Point = keyof typeof points;

/** Tells whoever listens that this process has reached a point; never throws, and does nothing where nobody listens. */
export function tracepoint(point: Point): void {
  const told = points[point];
  if (told.hasSubscribers) told.publish(undefined);
}
