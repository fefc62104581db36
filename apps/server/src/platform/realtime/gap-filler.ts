import type { RoomId } from "@colbin/protocol";
import type { Logger } from "pino";
import { EARLY_EVENTS_MAX, GAP_MS, LOG_READ_MAX } from "./bounds.ts";
import { toEntry } from "./frames.ts";
import type { RoomEvent } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { Entry, Room } from "./room.ts";

/** The durable events of a room after a place, in order of seq, at most `limit` of them. */
export type ReadLog = (
  roomId: RoomId,
  afterSeq: number,
  limit: number,
) => Promise<readonly RoomEvent[]>;

export interface GapFillerDeps {
  readonly readLog: ReadLog;
  readonly metrics: RealtimeMetrics;
  readonly log: Logger;
  /** Hands the next event of a room to its members. */
  readonly apply: (room: Room, entry: Entry) => void;
}

interface Gap {
  /** The log is known to reach this far. */
  wanted: number;
  readonly early: Map<number, Entry>;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
}

/**
 * Keeps the events of each room in order: the next one passes, an old one is dropped, one that came too early waits. What
 * is still missing after a moment is read from the log, so a hint that was lost, doubled or reordered costs a delay only.
 */
export class GapFiller {
  readonly #deps: GapFillerDeps;
  readonly #gaps = new Map<Room, Gap>();

  constructor(deps: GapFillerDeps) {
    this.#deps = deps;
  }

  /** Takes an event as it arrived. */
  deliver(room: Room, entry: Entry): void {
    if (entry.seq <= room.head) {
      acknowledge(entry);
      return;
    }
    if (entry.seq > room.head + 1) {
      this.#hold(room, entry);
      return;
    }
    this.#deps.apply(room, entry);
    const gap = this.#gaps.get(room);
    if (gap) this.#release(room, gap);
  }

  /** The log is known to reach this far: what does not arrive by itself is read. */
  want(room: Room, seq: number): void {
    if (seq <= room.head) return;
    const gap = this.#gapOf(room);
    gap.wanted = Math.max(gap.wanted, seq);
    if (gap.timer === undefined && !gap.isReading) {
      gap.timer = setTimeout(() => {
        gap.timer = undefined;
        void this.#fill(room, gap);
      }, GAP_MS);
    }
  }

  /** The room has all that is known of, or is closed: who sent what was still held gets the acknowledgement. */
  forget(room: Room): void {
    const gap = this.#gaps.get(room);
    if (!gap) return;
    clearTimeout(gap.timer);
    this.#gaps.delete(room);
    for (const entry of gap.early.values()) acknowledge(entry);
  }

  #gapOf(room: Room): Gap {
    const known = this.#gaps.get(room);
    if (known) return known;
    const gap: Gap = { wanted: 0, early: new Map(), timer: undefined, isReading: false };
    this.#gaps.set(room, gap);
    return gap;
  }

  #hold(room: Room, entry: Entry): void {
    const { early } = this.#gapOf(room);
    // Everybody gets it once, from the copy that knows its sender.
    const isNew = !early.has(entry.seq);
    if (isNew && early.size >= EARLY_EVENTS_MAX) {
      this.#deps.metrics.dropped("hint");
      acknowledge(entry);
    } else if (isNew || entry.own) early.set(entry.seq, entry);
    this.want(room, entry.seq);
  }

  /** Hands on what waited for the event that just passed. */
  #release(room: Room, gap: Gap): void {
    for (;;) {
      const next = gap.early.get(room.head + 1);
      if (!next || !room.isOpen) break;
      gap.early.delete(next.seq);
      this.#deps.apply(room, next);
    }
    if (room.isOpen && room.head < gap.wanted) return;
    if (!gap.isReading) this.forget(room);
  }

  async #fill(room: Room, gap: Gap): Promise<void> {
    const { readLog, metrics, log } = this.#deps;
    gap.isReading = true;
    try {
      while (room.isOpen && room.head < gap.wanted) {
        const events = await readLog(room.id, room.head, LOG_READ_MAX);
        const before = room.head;
        for (const event of events) this.#applyRead(room, gap, event);
        metrics.caughtUp(room.head - before);
        // Nothing new: the log was read before its events were visible there; the next sweep asks again.
        if (room.head === before) break;
      }
    } catch (error) {
      log.warn({ err: error, roomId: room.id }, "The log of a room could not be read");
    } finally {
      gap.isReading = false;
      if (!room.isOpen || room.head >= gap.wanted) this.forget(room);
    }
  }

  #applyRead(room: Room, gap: Gap, event: RoomEvent): void {
    const { seq } = event;
    // A place that the log skips is one that it no longer has: waiting for it would stop the room for ever.
    if (seq === undefined || seq <= room.head || !room.isOpen) return;
    const early = gap.early.get(seq);
    gap.early.delete(seq);
    this.#deps.apply(room, early ?? toEntry(event, seq));
  }
}

/** The room had the event already from somewhere else; its sender still waits for the acknowledgement. */
function acknowledge({ own }: Entry): void {
  if (own) own.socket.writer.push(own.frame);
}
