import type { KeyValueStorage, Locks, OutboxEntry, OutboxStore } from "@colbin/client";
import type { SessionId, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { TokenPair } from "./identity.ts";
import type { Random } from "./random.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/*
 * A person's device: what its tabs share and what survives them. Storage, locks between tabs and the outbox are those of a
 * browser: asynchronous where a browser's are, and released when a tab dies.
 */

const STORAGE_MS = 5;

interface Waiting {
  readonly owner: Owner;
  readonly start: () => void;
}

export class Device {
  readonly userId: UserId;
  readonly name: string;
  readonly sessionId: SessionId;
  #actor: Actor | undefined;
  readonly outbox = new Map<string, OutboxEntry>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #values = new Map<string, string>();
  readonly #listeners = new Map<Owner, Set<(key: string | null) => void>>();
  readonly #locks = new Map<string, { holder: Owner; queue: Waiting[] }>();

  constructor(
    scheduler: Scheduler,
    random: Random,
    who: { readonly userId: UserId; readonly sessionId: SessionId; readonly name: string },
  ) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.userId = who.userId;
    this.sessionId = who.sessionId;
    this.name = who.name;
  }

  /** Who acts in the name of this person, as the server knows it. */
  get actor(): Actor {
    if (!this.#actor) throw new Error("Nobody is signed in on this device");
    return this.#actor;
  }

  signIn({ user, tokens }: TokenPair, actor: Actor): void {
    this.#actor = actor;
    this.#values.set("user", JSON.stringify(user));
    this.#values.set("refreshToken", tokens.refresh.token);
    this.#values.set("tokenExpiry", tokens.access.expires);
    this.#values.set("accessToken", tokens.access.token);
  }

  storageOf(tab: Owner): KeyValueStorage {
    return {
      get: (key) => this.#values.get(key) ?? null,
      set: (key, value) => {
        if (tab.isDead) return;
        this.#values.set(key, value);
        this.#tell(tab, key);
      },
      remove: (key) => {
        if (tab.isDead || !this.#values.delete(key)) return;
        this.#tell(tab, key);
      },
      subscribe: (listener) => {
        const listeners = this.#listeners.get(tab) ?? new Set();
        this.#listeners.set(tab, listeners.add(listener));
        return () => listeners.delete(listener);
      },
    };
  }

  /** The other tabs hear of a change a moment later. */
  #tell(from: Owner, key: string): void {
    for (const [tab, listeners] of this.#listeners) {
      if (tab === from || tab.isDead) continue;
      const call = (): void => {
        for (const listener of listeners) listener(key);
      };
      this.#scheduler.after(this.#random.between(0, STORAGE_MS), call, tab);
    }
  }

  locksOf(tab: Owner): Locks {
    return {
      run: (name, task) =>
        new Promise((resolve, reject) => {
          const start = (): void => {
            task()
              .finally(() => this.#pass(name))
              .then(resolve, reject);
          };
          const lock = this.#locks.get(name);
          if (lock) lock.queue.push({ owner: tab, start });
          else {
            this.#locks.set(name, { holder: tab, queue: [] });
            this.#later(tab, start);
          }
        }),
    };
  }

  #later(tab: Owner, start: () => void): void {
    this.#scheduler.after(this.#random.between(0, 1), start, tab);
  }

  #pass(name: string): void {
    const lock = this.#locks.get(name);
    if (!lock) return;
    const next = lock.queue.find(({ owner }) => !owner.isDead);
    if (!next) {
      this.#locks.delete(name);
      return;
    }
    const queue = lock.queue.filter((each) => each !== next && !each.owner.isDead);
    this.#locks.set(name, { holder: next.owner, queue });
    this.#later(next.owner, next.start);
  }

  /** What a dead tab held is free again. */
  tabDied(tab: Owner): void {
    this.#listeners.delete(tab);
    for (const [name, { holder }] of this.#locks) if (holder === tab) this.#pass(name);
  }

  /** What one tab asks for happens in the order in which it asked, as in IndexedDB. */
  outboxOf(tab: Owner): OutboxStore {
    let last = 0;
    const later = <T>(run: () => T): Promise<T> =>
      new Promise((resolve) => {
        // What a tab asked for happens even when the tab dies now; only the answer is lost.
        const answer = (): void => {
          const result = run();
          this.#scheduler.after(0, () => resolve(result), tab);
        };
        const { now, world } = this.#scheduler;
        last = Math.max(last, now + this.#random.between(0, STORAGE_MS));
        this.#scheduler.after(last - now, answer, world);
      });
    return {
      put: (entry) => later(() => void this.outbox.set(entry.clientMessageId, entry)),
      remove: (id) => later(() => void this.outbox.delete(id)),
      list: (userId) =>
        later(() => [...this.outbox.values()].filter((each) => each.userId === userId)),
      clear: () => later(() => this.outbox.clear()),
    };
  }
}
