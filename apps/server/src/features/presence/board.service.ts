import type { FrameType, UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toTextFrame } from "#server/platform/realtime/frames.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import { listCards, type CardRow } from "./presence.queries.ts";
import { toNextChangeMs } from "./presence.rules.ts";
import { toPersonState } from "./presence.view.ts";

/** One socket and whom it watches. */
export interface Watcher {
  readonly session: SocketSession;
  wanted: readonly UserId[];
  /** Those of them whom its person may see. */
  seen: ReadonlySet<Watched>;
  judgedAt: number;
  /** Something was dropped, because the socket took nothing. */
  isBehind: boolean;
}

/** Somebody whom a socket of this process watches. */
interface Watched {
  readonly id: UserId;
  readonly watchers: Set<Watcher>;
  readonly stop: () => void;
  card: CardRow | undefined;
  readAt: number;
  /** When they look different without doing anything. */
  changesAt: number;
  /** What was told of them last: to compare, and as it leaves. */
  shown: string | undefined;
  text: string;
}

interface BoardDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Hears the hints about somebody; returns the way to stop. */
  readonly listen: (id: UserId) => () => void;
}

const READ_AT_ONCE = 1_000;

/** What is known of the people who are watched here. Everybody who watches somebody has been told the same of them. */
export class Board {
  readonly #deps: BoardDeps;
  readonly #people = new Map<UserId, Watched>();
  #toRead = new Set<UserId>();
  #next: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(deps: BoardDeps) {
    this.#deps = deps;
  }

  has(id: UserId): boolean {
    return this.#people.has(id);
  }

  watchersOf(id: UserId): readonly Watcher[] {
    return [...(this.#people.get(id)?.watchers ?? [])];
  }

  /** From now on the socket is told of these. False where it was told of just these before. */
  see(watcher: Watcher, ids: readonly UserId[]): boolean {
    const next = new Set(ids.map((id) => this.#people.get(id) ?? this.#open(id)));
    const lost = [...watcher.seen].filter((person) => !next.has(person));
    const hasChanged = lost.length > 0 || next.size !== watcher.seen.size;
    for (const person of next) person.watchers.add(watcher);
    for (const person of lost) this.#leave(person, watcher);
    watcher.seen = next;
    return hasChanged;
  }

  /** Settles when something is known of everybody whom the socket sees. */
  async load(watcher: Watcher): Promise<void> {
    const unknown = [...watcher.seen].filter(({ card }) => !card);
    if (unknown.length > 0) await this.read(unknown.map(({ id }) => id));
  }

  /**
   * Reads these people and tells what has changed. Reads come one after the other, so that an older one never replaces a newer
   * one; what is asked for meanwhile is read together.
   */
  read(ids: readonly UserId[]): Promise<void> {
    for (const id of ids) this.#toRead.add(id);
    if (!this.#next) {
      this.#next = this.#reading.then(() => this.#readWaiting());
      this.#reading = this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  /** Tells of those who look different by now, and reads those again who were read before this moment. */
  async look(before: number): Promise<void> {
    const now = this.#deps.clock.now().getTime();
    const old: UserId[] = [];
    const news: Watched[] = [];
    for (const person of this.#people.values()) {
      if (!person.card) continue;
      if (person.readAt <= before) old.push(person.id);
      else if (person.changesAt <= now && this.#show(person, person.card)) news.push(person);
    }
    this.#tell(news);
    if (old.length > 0) await this.read(old);
  }

  /** Tells the socket of all whom it sees. */
  showAll(watcher: Watcher, requestId: string | undefined): void {
    watcher.isBehind = false;
    const texts = [...watcher.seen].flatMap(({ card, text }) => (card ? [text] : []));
    watcher.session.sendEncoded(toFrame(texts, { isComplete: true, requestId }));
  }

  async #readWaiting(): Promise<void> {
    const ids = [...this.#toRead];
    this.#toRead = new Set();
    this.#next = undefined;
    const { db, clock } = this.#deps;
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      const news: Watched[] = [];
      for (const card of await listCards(db, ids.slice(start, start + READ_AT_ONCE))) {
        const person = this.#people.get(card.id);
        if (!person) continue;
        person.readAt = clock.steadyMs();
        if (this.#show(person, card)) news.push(person);
      }
      this.#tell(news);
    }
  }

  /** True where that is news to those who watch. When somebody was last seen is none as long as they are there. */
  #show(person: Watched, card: CardRow): boolean {
    const now = this.#deps.clock.now();
    const state = toPersonState(card, now);
    const isThere = state.presence === "online";
    const shown = JSON.stringify(isThere ? { ...state, lastSeen: null } : state);
    const isNews = person.card !== undefined && shown !== person.shown;
    person.card = card;
    person.shown = shown;
    person.text = isThere ? JSON.stringify(state) : shown;
    person.changesAt = toNextChangeMs(card.activeAt, card.customStatus, now);
    return isNews;
  }

  #tell(news: readonly Watched[]): void {
    const texts = new Map<Watcher, string[]>();
    for (const { watchers, text } of news)
      for (const watcher of watchers) {
        const own = texts.get(watcher);
        if (own) own.push(text);
        else texts.set(watcher, [text]);
      }
    for (const [watcher, own] of texts) {
      const isSent = watcher.session.sendDroppable(toFrame(own, { isComplete: false }));
      if (!isSent) watcher.isBehind = true;
    }
  }

  #open(id: UserId): Watched {
    const person: Watched = {
      id,
      watchers: new Set(),
      stop: this.#deps.listen(id),
      card: undefined,
      readAt: 0,
      changesAt: Number.POSITIVE_INFINITY,
      shown: undefined,
      text: "",
    };
    this.#people.set(id, person);
    return person;
  }

  #leave(person: Watched, watcher: Watcher): void {
    person.watchers.delete(watcher);
    if (person.watchers.size > 0) return;
    person.stop();
    this.#people.delete(person.id);
  }
}

/** Everybody is encoded once, however many watch them. */
function toFrame(
  people: readonly string[],
  {
    isComplete,
    requestId,
  }: { readonly isComplete: boolean; readonly requestId?: string | undefined },
): Buffer {
  const type: FrameType = "SERVER_PEOPLE_UPDATE";
  const head = JSON.stringify({ type, requestId, isComplete });
  return toTextFrame(`${head.slice(0, -1)},"people":[${people.join(",")}]}`);
}
