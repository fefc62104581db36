import type { RoomId } from "@colbin/protocol";
import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { Metrics } from "#server/platform/metrics/metrics.ts";
import {
  listBehind,
  listEntriesAfter,
  lockPlaces,
  updatePlaces,
  type FollowedEntry,
} from "./follower.queries.ts";

export type { FollowedEntry } from "./follower.queries.ts";

/*
 * Consumers follow the logs of all rooms a moment later: search, previews. A consumer's place in each room is a row that moves in the
 * transaction of its work, so that each entry is taken exactly once, whatever ends in between; several processes take turns by the
 * lock of that row. A room is looked at when this process has published an event of it, and rooms that are behind are looked for
 * every few seconds: after a crash, and for events of a process that ended before it came to them.
 */

export interface LogConsumer {
  /** In the database for ever, so it is never renamed. */
  readonly name: string;
  /**
   * Takes entries of rooms, those of a room in order and without a gap behind those before, in the transaction that moves its places. A
   * throw means: again later. Messages are read as they are now, not as they were when the entry was written. Answers what is to be done
   * after the commit, where that is something.
   */
  take(tx: Tx, entries: readonly FollowedEntry[]): Promise<(() => Promise<void>) | void>;
  /** A portion of work for which there is time while nothing waits; false where nothing is left. */
  rest?(this: void): Promise<boolean>;
}

export interface FollowerDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Pick<Logger, "warn">;
  /** Entries that the consumer has not seen, as often as that is looked at. */
  readonly noteLag: (entries: number) => void;
}

/** So long entries gather before they are taken: more of them cost less each. */
const GATHER_MS = 150;
/** A follower takes this part of the time at most, so that people who send do not wait for it. */
const SHARE = 1 / 4;
const ROOMS_AT_ONCE = 50;
/** Of all rooms together, and of one of them. */
const ENTRIES_AT_ONCE = 10_000;
const ENTRIES_PER_ROOM = 2_000;
const SWEEP_MS = 5_000;
/** A look over all rooms takes this part of the time at most. */
const SWEEP_SHARE = 1 / 20;
const SWEPT_ROOMS = 1_000;
/** A room whose entries could not be taken is taken again after so long. */
const FAILED_MS = 10_000;

/** Follows the logs for one consumer, in one process. */
class LogFollower {
  readonly #deps: FollowerDeps;
  readonly #consumer: LogConsumer;
  /** Rooms to look at. */
  #rooms = new Set<RoomId>();
  /** Rooms that failed, with the time from which on they may come again. */
  readonly #failed = new Map<RoomId, number>();
  #timer: NodeJS.Timeout | undefined;
  /** Nothing was left to do: the timer is for the next look over all rooms alone. */
  #isIdle = false;
  /** A room was noted since the last step began. */
  #isNoted = false;
  #sweepAt = 0;
  #run: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: FollowerDeps, consumer: LogConsumer) {
    this.#deps = deps;
    this.#consumer = consumer;
  }

  /** Looks after rooms that are behind at once, and from now on. */
  start(): void {
    this.#plan(GATHER_MS);
  }

  /** The log of a room goes on. */
  note(roomId: RoomId): void {
    this.#rooms.add(roomId);
    this.#isNoted = true;
    if (this.#isIdle) {
      this.#isIdle = false;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      // Nothing gathers after a rest: the first entry is taken at once, and those behind it gather while that goes on.
      this.#plan(0);
    } else this.#plan(GATHER_MS);
  }

  /** Resolves once all entries are taken that were committed before the call. */
  async settled(): Promise<void> {
    await this.#run;
    for (;;) {
      const { roomIds } = await listBehind(this.#deps.db, this.#consumer.name, SWEPT_ROOMS);
      if (roomIds.length === 0) return;
      await this.#take(roomIds.slice(0, ROOMS_AT_ONCE));
    }
  }

  /** Ends after what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#run;
  }

  #plan(afterMs: number): void {
    if (this.#isClosed || this.#run || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isNoted = false;
      this.#run = this.#step().then((restMs) => {
        this.#run = undefined;
        this.#isIdle = restMs === SWEEP_MS && !this.#isNoted;
        this.#plan(restMs === SWEEP_MS && this.#isNoted ? GATHER_MS : restMs);
      });
    }, afterMs).unref();
  }

  /** Some rooms, or else what there is time for; returns after how long the next step comes. */
  async #step(): Promise<number> {
    const { clock, log } = this.#deps;
    const begun = clock.steadyMs();
    let isBusy = true;
    try {
      if (begun >= this.#sweepAt) await this.#sweep(begun);
      const rooms = this.#next(begun);
      if (rooms.length > 0) await this.#takeAll(rooms);
      else isBusy = (await this.#consumer.rest?.()) ?? false;
    } catch (error) {
      log.warn(
        { err: error, consumer: this.#consumer.name },
        "The log is followed again in a while",
      );
      return FAILED_MS;
    }
    const spent = clock.steadyMs() - begun;
    return isBusy ? Math.max(GATHER_MS, spent / SHARE - spent) : SWEEP_MS;
  }

  async #sweep(now: number): Promise<void> {
    const { clock, db, noteLag } = this.#deps;
    const { roomIds, entries } = await listBehind(db, this.#consumer.name, SWEPT_ROOMS);
    for (const roomId of roomIds) this.#rooms.add(roomId);
    noteLag(entries);
    const spent = clock.steadyMs() - now;
    this.#sweepAt = now + Math.max(SWEEP_MS, spent / SWEEP_SHARE);
  }

  #next(now: number): RoomId[] {
    const next: RoomId[] = [];
    for (const roomId of this.#rooms) {
      if (next.length === ROOMS_AT_ONCE) break;
      if ((this.#failed.get(roomId) ?? 0) > now) continue;
      this.#failed.delete(roomId);
      next.push(roomId);
    }
    return next;
  }

  /** One room's entries that cannot be taken keep no other room waiting. */
  async #takeAll(roomIds: readonly RoomId[]): Promise<void> {
    for (const roomId of roomIds) this.#rooms.delete(roomId);
    try {
      await this.#take(roomIds);
    } catch (error) {
      if (isUnavailable(error)) {
        for (const roomId of roomIds) this.#rooms.add(roomId);
        throw error;
      }
      if (roomIds.length > 1) {
        for (const roomId of roomIds) await this.#takeAll([roomId]);
        return;
      }
      const { clock, log } = this.#deps;
      for (const roomId of roomIds) {
        this.#rooms.add(roomId);
        this.#failed.set(roomId, clock.steadyMs() + FAILED_MS);
      }
      log.warn({ err: error, consumer: this.#consumer.name }, "A room's log is followed later");
    }
  }

  async #take(roomIds: readonly RoomId[]): Promise<void> {
    const { name } = this.#consumer;
    const limit = Math.min(ENTRIES_PER_ROOM, Math.floor(ENTRIES_AT_ONCE / roomIds.length));
    const { full, after } = await this.#deps.db.transaction().execute(async (tx) => {
      const places = await lockPlaces(tx, name, roomIds);
      const entries = await listEntriesAfter(tx, places, limit);
      if (entries.length === 0) return { full: [] };
      const toDo = await this.#consumer.take(tx, entries);
      const moved = [...Map.groupBy(entries, ({ roomId }) => roomId)].map(([roomId, own]) => ({
        roomId,
        seq: own.at(-1)?.seq ?? 0,
        count: own.length,
      }));
      await updatePlaces(tx, name, moved);
      return { full: moved.filter(({ count }) => count === limit), after: toDo };
    });
    await after?.();
    for (const { roomId } of full) this.#rooms.add(roomId);
  }
}

/** The followers of one process, one a consumer. */
export interface LogFollowers {
  /** The log of a room goes on. */
  note(this: void, roomId: RoomId): void;
  /** Looks after rooms that are behind, from now on. */
  start(): void;
  /** Does a portion of the work for which there is time while nothing waits; false where nothing is left. */
  rest(): Promise<boolean>;
  /** Resolves once all entries are taken that were committed before the call. */
  settled(): Promise<void>;
  /** Ends after what is under way. */
  close(): Promise<void>;
}

/** Followers for these consumers, not yet started. */
export function createLogFollowers(
  { metrics, ...deps }: Omit<FollowerDeps, "noteLag"> & { readonly metrics: Metrics },
  consumers: readonly LogConsumer[],
): LogFollowers {
  const lag = metrics.gauge("log_lag_entries", "Entries of logs that a consumer has not seen", [
    "consumer",
  ]);
  const followers = consumers.map((consumer) => {
    const noteLag = (entries: number) => lag.set({ consumer: consumer.name }, entries);
    return new LogFollower({ ...deps, noteLag }, consumer);
  });
  return {
    note(roomId) {
      for (const follower of followers) follower.note(roomId);
    },
    start() {
      for (const follower of followers) follower.start();
    },
    async rest() {
      let isBusy = false;
      for (const { rest } of consumers) if (rest && (await rest())) isBusy = true;
      return isBusy;
    },
    async settled() {
      await Promise.all(followers.map((follower) => follower.settled()));
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}
