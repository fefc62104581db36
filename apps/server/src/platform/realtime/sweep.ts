import type { RoomId } from "@colbin/protocol";
import type { Logger } from "pino";
import { SWEEP_ROOMS } from "./bounds.ts";
import type { Bus } from "./bus.ts";
import type { Room } from "./room.ts";

/** The last seq of each of these rooms, read by primary key. */
export type ReadHeads = (roomIds: readonly RoomId[]) => Promise<ReadonlyMap<RoomId, number>>;

export interface SweepDeps {
  readonly readHeads: ReadHeads;
  readonly rooms: ReadonlyMap<RoomId, Room>;
  readonly want: (room: Room, seq: number) => void;
  readonly bus: Pick<Bus, "isUp">;
  readonly log: Logger;
  readonly intervalMs: number;
}

/** Without the bus the sweep alone brings events from elsewhere, so it runs this many times as often. */
const HURRY = 4;

/**
 * Compares what was delivered with the log, for the rooms that have sockets here. It heals what no hint told: a crash
 * between commit and publish, a bus that was down. Never two at a time; a database that is down is asked again.
 */
export class Sweep {
  readonly #deps: SweepDeps;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isFailing = false;

  constructor(deps: SweepDeps) {
    this.#deps = deps;
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#isStopped) return;
    const { intervalMs, bus } = this.#deps;
    this.#timer = setTimeout(() => void this.#run(), bus.isUp() ? intervalMs : intervalMs / HURRY);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const { rooms, log } = this.#deps;
    try {
      const ids = [...rooms.keys()];
      for (let start = 0; start < ids.length && !this.#isStopped; start += SWEEP_ROOMS) {
        await this.#compare(ids.slice(start, start + SWEEP_ROOMS));
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn({ err: error }, "The heads of the rooms could not be read");
      this.#isFailing = true;
    }
    this.#plan();
  }

  async #compare(ids: readonly RoomId[]): Promise<void> {
    const { readHeads, rooms, want } = this.#deps;
    const heads = await readHeads(ids);
    for (const [id, seq] of heads) {
      const room = rooms.get(id);
      if (room && seq > room.head) want(room, seq);
    }
  }
}
