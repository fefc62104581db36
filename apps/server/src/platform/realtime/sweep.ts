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
  readonly access: { readonly run: () => Promise<void> };
  readonly bus: Pick<Bus, "isUp" | "isShared" | "flush">;
  readonly log: Logger;
  readonly intervalMs: number;
}

/** Without the bus the sweep alone brings events from elsewhere, so it runs this many times as often. */
const HURRY = 4;

/**
 * Compares what was delivered with the log, for the rooms that have sockets here, and who is here with who may be. It heals
 * what no hint told: a crash between commit and publish, a bus that was down. Never two at a time; a database that is down
 * is asked again.
 */
export class Sweep {
  readonly #deps: SweepDeps;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isFailing = false;
  #opened: RoomId[] = [];

  constructor(deps: SweepDeps) {
    this.#deps = deps;
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * A room begins to be heard here. Others learn only after a moment that somebody listens, and what they said until then
   * is in the log: it is looked up as soon as they know.
   */
  noteOpened({ id }: Room): void {
    if (!this.#deps.bus.isShared) return;
    this.#opened.push(id);
    if (this.#opened.length === 1) void this.#lookAfterOpened();
  }

  async #lookAfterOpened(): Promise<void> {
    await this.#deps.bus.flush();
    const ids = this.#opened;
    this.#opened = [];
    try {
      await this.#compareAll(ids);
    } catch (error) {
      this.#deps.log.debug({ err: error }, "Rooms just opened are compared by the next sweep");
    }
  }

  #plan(): void {
    if (this.#isStopped) return;
    const { intervalMs, bus } = this.#deps;
    this.#timer = setTimeout(() => void this.#run(), bus.isUp() ? intervalMs : intervalMs / HURRY);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const { rooms, access, log } = this.#deps;
    const parts = [access.run(), this.#compareAll([...rooms.keys()])];
    const failed = (await Promise.allSettled(parts)).find((result) => result.status === "rejected");
    if (failed && !this.#isFailing) {
      log.warn({ err: failed.reason }, "What the sweep compares could not be read");
    }
    this.#isFailing = failed !== undefined;
    this.#plan();
  }

  async #compareAll(ids: readonly RoomId[]): Promise<void> {
    for (let start = 0; start < ids.length && !this.#isStopped; start += SWEEP_ROOMS) {
      await this.#compare(ids.slice(start, start + SWEEP_ROOMS));
    }
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
