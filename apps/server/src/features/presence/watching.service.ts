import type { UserId } from "@colbin/protocol";
import type { Logger } from "pino";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import { Board, type Watcher } from "./board.service.ts";

export interface WatchingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Pick<Bus, "publish" | "subscribe">;
  /** Those of these people whom the caller may see. */
  readonly listVisible: (actor: Actor, ids: readonly UserId[]) => Promise<readonly UserId[]>;
}

/** What is due is looked for this often. */
const TICK_MS = 1_000;
/** Everybody who is watched is read again, and who may see them is judged again, after this time: that heals lost hints. */
const AGAIN_MS = 60_000;
/** Nobody is pushed oftener than this. */
const PUSH_MS = 2_000;
const NO_WORDS = new Uint8Array();

/** The hints about one person: a process hears them while somebody here watches the person. */
const subjectOf = (userId: UserId): string => `person.${userId}`;

/**
 * Who watches whom on this process. What is told of somebody is read from the database after the hint that something changed,
 * once for all who watch (rules-rooms 54).
 */
export class Watching {
  readonly #deps: WatchingDeps;
  readonly #board: Board;
  readonly #watchers = new Map<string, Watcher>();
  readonly #ticks: NodeJS.Timeout;
  #hinted = new Set<UserId>();
  #rest: NodeJS.Timeout | undefined;
  #isJudging = false;

  constructor(deps: WatchingDeps) {
    this.#deps = deps;
    const listen = (id: UserId) =>
      deps.bus.subscribe(subjectOf(id), (words) => {
        if (words.length === 0) this.#hint(id);
        else this.#judgeThose(Buffer.from(words).toString() as UserId, id);
      });
    this.#board = new Board({ ...deps, listen });
    this.#ticks = setInterval(() => this.#tick(), TICK_MS);
    this.#ticks.unref();
  }

  /** Takes the place of whom the socket watched before; answered with how those are whom its person may see. */
  async watch(
    session: SocketSession,
    userIds: readonly UserId[],
    requestId: string,
  ): Promise<void> {
    const watcher = this.#watchers.get(session.id) ?? {
      session,
      wanted: [],
      seen: new Set(),
      judgedAt: 0,
      isBehind: false,
    };
    this.#watchers.set(session.id, watcher);
    watcher.wanted = [...new Set(userIds)];
    await this.#judge(watcher, requestId);
  }

  /** Something that others see of this person has changed, and is committed. */
  changed(userId: UserId): void {
    this.#hint(userId);
    this.#deps.bus.publish(subjectOf(userId), () => NO_WORDS);
  }

  /** There is a block between the two from now on: neither sees the other any more, on whatever node. */
  parted(one: UserId, other: UserId): void {
    for (const [seen, by] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#judgeThose(by, seen);
      this.#deps.bus.publish(subjectOf(seen), () => Buffer.from(by));
    }
  }

  /** The person of the socket may see others than before. */
  async recheckVisibility(session: SocketSession): Promise<void> {
    const watcher = this.#watchers.get(session.id);
    if (watcher) await this.#judge(watcher);
  }

  close(): void {
    clearInterval(this.#ticks);
    clearTimeout(this.#rest);
    for (const watcher of this.#watchers.values()) this.#forget(watcher);
  }

  async #judge(watcher: Watcher, requestId?: string): Promise<void> {
    const { session, wanted } = watcher;
    watcher.judgedAt = this.#deps.clock.steadyMs();
    const visible = wanted.length === 0 ? [] : await this.#deps.listVisible(session.actor, wanted);
    const isOver = (): boolean => session.isGone || watcher.wanted !== wanted;
    if (isOver()) return;
    const hasChanged = this.#board.see(watcher, visible);
    await this.#board.load(watcher);
    if (isOver()) return;
    if (requestId !== undefined || hasChanged || watcher.isBehind)
      this.#board.showAll(watcher, requestId);
  }

  #judgeThose(by: UserId, seen: UserId): void {
    for (const watcher of this.#board.watchersOf(seen))
      if (watcher.session.actor.userId === by) this.#judgeLater(watcher);
  }

  /** A failure is left to the next time. */
  #judgeLater(watcher: Watcher): void {
    this.#judge(watcher).catch((error: unknown) => this.#tell(error));
  }

  #hint(userId: UserId): void {
    if (!this.#board.has(userId)) return;
    this.#hinted.add(userId);
    // The first after a quiet moment waits for nobody.
    if (!this.#rest) this.#readHinted();
  }

  #readHinted(): void {
    const ids = [...this.#hinted];
    this.#hinted = new Set();
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#hinted.size > 0) this.#readHinted();
    }, PUSH_MS);
    this.#rest.unref();
    this.#board.read(ids).catch((error: unknown) => this.#tell(error));
  }

  #tick(): void {
    for (const watcher of this.#watchers.values())
      if (watcher.session.isGone) this.#forget(watcher);
    const before = this.#deps.clock.steadyMs() - AGAIN_MS;
    this.#board.look(before).catch((error: unknown) => this.#tell(error));
    if (!this.#isJudging) void this.#judgeDue(before);
  }

  async #judgeDue(before: number): Promise<void> {
    this.#isJudging = true;
    const due = [...this.#watchers.values()].filter(({ judgedAt }) => judgedAt <= before);
    try {
      for (const watcher of due) await this.#judge(watcher);
    } catch (error) {
      this.#tell(error);
    } finally {
      this.#isJudging = false;
    }
  }

  #forget(watcher: Watcher): void {
    this.#board.see(watcher, []);
    this.#watchers.delete(watcher.session.id);
  }

  #tell(error: unknown): void {
    this.#deps.log.warn({ err: error }, "How some people are is read again in a minute");
  }
}
