import { ACTIVITY_INTERVAL_MS, type UserId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { upsertActivity } from "./presence.queries.ts";
import { isNews } from "./presence.rules.ts";

export interface ActivityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Somebody who was not known to be there is active. */
  readonly onNews: (userId: UserId) => void;
}

/** People remembered for the limit of one a minute; the oldest are forgotten first. */
const REMEMBERED = 100_000;
/** Clients send once a minute, by clocks of their own. */
const SLACK_MS = 10_000;
/** What comes within this time is written together. */
const GATHER_MS = 1_000;

/**
 * When people were last active, over all their devices: written together once a second, so that a minute of 10,000 people costs the
 * database 60 statements. What cannot be written is lost; the next minute brings it again.
 */
export class ActivityLog {
  readonly #deps: ActivityDeps;
  readonly #counted = new LRUCache<UserId, number>({ max: REMEMBERED });
  #waiting = new Map<UserId, Date>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: ActivityDeps) {
    this.#deps = deps;
  }

  note({ userId }: Pick<Actor, "userId">): void {
    const { clock } = this.#deps;
    const now = clock.steadyMs();
    const last = this.#counted.get(userId);
    if (last !== undefined && now - last < ACTIVITY_INTERVAL_MS - SLACK_MS) return;
    this.#counted.set(userId, now);
    this.#waiting.set(userId, clock.now());
    // The first of a quiet moment waits for nobody.
    if (!this.#timer) this.#flush();
  }

  /** The next word of this person counts, however soon it comes. */
  forget(userId: UserId): void {
    this.#counted.delete(userId);
  }

  /** Settles when everything that was noted is written. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    await this.#writing;
  }

  #flush(): void {
    this.#write();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.size > 0) this.#flush();
    }, GATHER_MS);
    this.#timer.unref();
  }

  #write(): void {
    if (this.#waiting.size === 0) return;
    const activity = [...this.#waiting].map(([userId, at]) => ({ userId, at }));
    this.#waiting = new Map();
    this.#writing = this.#writing.then(async () => {
      const { db, clock, log, onNews } = this.#deps;
      try {
        const rows = await upsertActivity(db, activity);
        const now = clock.now();
        for (const { id, wasActiveAt } of rows) if (isNews(wasActiveAt, now)) onNews(id);
      } catch (error) {
        log.warn({ err: error }, "The last activity of some people is not known");
      }
    });
  }
}
