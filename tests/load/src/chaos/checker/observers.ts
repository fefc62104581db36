import type { Connection, Read, Screen, Snapshot, Told, Violation } from "../history.ts";
import type { IndexedLog } from "./index-log.ts";

/** Everybody is told the same under the same seq, and nothing that is not in the log. */
export function checkAgreement(connections: readonly Connection[], log: IndexedLog): Violation[] {
  const violations: Violation[] = [];
  for (const { observer, told } of connections) {
    for (const each of told) {
      if (each.kind !== "event") continue;
      const truth = log.find(each.room, each.seq)?.id;
      if (truth === each.id) continue;
      violations.push({
        rule: truth === undefined ? "told what is not there" : "disagreement",
        text: `${observer}: ${each.room} seq ${each.seq} is ${each.id}, in the log ${truth ?? "nothing"}`,
      });
    }
  }
  return violations;
}

/** The place that an own message got. */
export interface Answer {
  readonly client: string;
  readonly room: string;
  readonly seq: number;
  readonly at: number;
}

/** What an observer learned of the log beside its connections. */
interface OtherAnswers {
  readonly snapshots: readonly Snapshot[];
  readonly answers: readonly Answer[];
}

/**
 * Every connection continues where its observer had come to, and from the end of its resume on every room is without a gap
 * at every moment. In the end nothing is missing.
 */
export function checkContinuity(
  connections: readonly Connection[],
  { snapshots, answers }: OtherAnswers,
  log: IndexedLog,
): Violation[] {
  const violations: Violation[] = [];
  for (const [observer, own] of Map.groupBy(connections, (each) => each.observer)) {
    const isOwn = (each: { readonly client: string }): boolean => each.client === observer;
    const others = { snapshots: snapshots.filter(isOwn), answers: answers.filter(isOwn) };
    const follower = new Follower(observer, others, log);
    for (const connection of own) violations.push(...follower.follow(connection));
  }
  return violations;
}

interface Place {
  /** Complete up to here; undefined until it is known where it begins. */
  head: number | undefined;
  readonly early: Set<number>;
  /** Told as the answer to an own send, which waits for nothing. */
  readonly answered: Set<number>;
  /** Not named in the resume, and the resume is not over. */
  isBeginning: boolean;
}

function toPlace(head: number | undefined): Place {
  return { head, early: new Set(), answered: new Set(), isBeginning: head === undefined };
}

class Follower {
  readonly #observer: string;
  readonly #snapshots: readonly Snapshot[];
  /** When the answer to an own call named a place: room, seq. */
  readonly #answers = new Map<string, Map<number, number>>();
  readonly #log: IndexedLog;
  /** How far this observer had come by any way, per room. */
  readonly #reached = new Map<string, number>();
  /** Events that were told beyond that: what is missing before them may be contained in a later answer. */
  readonly #beyond = new Map<string, Set<number>>();
  #places = new Map<string, Place>();

  constructor(observer: string, { snapshots, answers }: OtherAnswers, log: IndexedLog) {
    this.#observer = observer;
    this.#snapshots = snapshots;
    for (const { room, seq, at } of answers) {
      const own = this.#answers.get(room) ?? new Map<number, number>();
      this.#answers.set(room, own.set(seq, at));
    }
    this.#log = log;
  }

  follow(connection: Connection): Violation[] {
    const violations = this.#begin(connection);
    let isResumed = false;
    for (const told of connection.told) {
      if (told.kind === "resumed") isResumed = true;
      if (isResumed) for (const place of this.#places.values()) place.isBeginning = false;
      // A resume looks at a room from outside that is not in the list; later, what is not listed is not heard.
      if (told.kind === "left" && isResumed) this.#places.delete(told.room);
      const gap = this.#take(told);
      if (isResumed) this.#settleUnknown();
      if (isResumed && gap) violations.push(this.#violation("gap", gap));
      if (told.kind === "resumed") violations.push(...this.#listGaps("gap after resume"));
    }
    if (connection.isLast)
      violations.push(...this.#listGaps("gap in the end"), ...this.#listMissing(connection.user));
    return violations;
  }

  #begin({ resume, openedAt }: Connection): Violation[] {
    this.#places = new Map();
    const violations: Violation[] = [];
    for (const [room, head] of resume) {
      this.#places.set(room, toPlace(head));
      const reached = this.#reachedBy(room, openedAt);
      if (head > reached)
        violations.push(
          this.#violation(
            "skipped",
            `${room}: resumes after ${head}, but had come to ${reached} only`,
          ),
        );
    }
    return violations;
  }

  /** Contained in some answer, or told before or after that, or the next by the answer to an own call. */
  #reachedBy(room: string, at: number): number {
    const heads = this.#snapshots.filter((each) => each.room === room && each.endedAt <= at);
    let reached = Math.max(this.#reached.get(room) ?? 0, ...heads.map(({ headSeq }) => headSeq));
    const beyond = this.#beyond.get(room);
    while (beyond?.has(reached + 1) || this.#isAnswered(room, reached + 1, at)) reached += 1;
    return reached;
  }

  /** A sentence when the event leaves a gap before it. */
  #take(told: Told): string | undefined {
    if (told.kind === "resumed" || told.kind === "left") return undefined;
    const place = this.#places.get(told.room) ?? toPlace(undefined);
    this.#places.set(told.room, place);
    const isAnswer = told.kind === "event" && told.via === "answer";
    if (told.kind === "event") {
      (isAnswer ? place.answered : place.early).add(told.seq);
      this.#note(told.room, told.seq);
    }
    // A list may be older than what was told before it; the newest of those before the end of a resume says where it begins.
    if (told.kind === "head" && (place.head === undefined || place.isBeginning))
      place.head = Math.max(place.head ?? 0, told.seq);
    else if (told.kind === "reset") place.head = Math.max(place.head ?? 0, told.seq);
    if (told.kind === "head" || told.kind === "reset") this.#reach(told.room, told.seq);
    this.#advance(told.room, place, told.at);
    // What was asked for begins where the asker had come to, perhaps by a page; only what comes by itself has to be next.
    const isLive = told.kind === "event" && told.via === "live";
    const isEarly = isLive && place.head !== undefined && told.seq > place.head;
    const sentence = `${told.room}: told ${isEarly ? told.seq : ""} while complete to ${place.head}`;
    // A replay that tells of the end goes on into looking at the room from outside.
    if (told.kind === "event" && told.own === "out" && told.via === "live")
      this.#places.delete(told.room);
    return isEarly ? sentence : undefined;
  }

  #advance(room: string, place: Place, at: number): void {
    if (place.head === undefined) return;
    const { early, answered } = place;
    const isKnown = (seq: number): boolean =>
      early.has(seq) || answered.has(seq) || this.#isAnswered(room, seq, at);
    while (isKnown(place.head + 1)) place.head += 1;
    for (const seq of early) if (seq <= place.head) early.delete(seq);
    this.#reach(room, place.head);
  }

  /** Did the answer to an own call bring this event until then? */
  #isAnswered(room: string, seq: number, at: number): boolean {
    const answeredAt = this.#answers.get(room)?.get(seq);
    return answeredAt !== undefined && answeredAt <= at;
  }

  /** A room that was entered on this connection begins with its first event. */
  #settleUnknown(): void {
    for (const [room, place] of this.#places) {
      if (place.head !== undefined || place.early.size === 0) continue;
      place.head = Math.min(...place.early) - 1;
      this.#advance(room, place, Number.NEGATIVE_INFINITY);
    }
  }

  #note(room: string, seq: number): void {
    const beyond = this.#beyond.get(room) ?? new Set<number>();
    this.#beyond.set(room, beyond.add(seq));
  }

  #reach(room: string, seq: number): void {
    const reached = Math.max(this.#reached.get(room) ?? 0, seq);
    this.#reached.set(room, reached);
    const beyond = this.#beyond.get(room) ?? [];
    for (const each of beyond) if (each <= reached) this.#beyond.get(room)?.delete(each);
  }

  #listGaps(rule: string): Violation[] {
    return [...this.#places].flatMap(([room, { head, early }]) =>
      head !== undefined && early.size > 0
        ? [
            this.#violation(
              rule,
              `${room}: complete to ${head}, but also told ${Math.min(...early)}`,
            ),
          ]
        : [],
    );
  }

  #listMissing(user: string): Violation[] {
    return [...this.#places].flatMap(([room, { head }]) => {
      const last = this.#log.headOf(room);
      const isIn = this.#log.log.get(room)?.participants.get(user)?.isIn === true;
      return isIn && head !== undefined && head < last
        ? [this.#violation("never told", `${room}: complete to ${head}, the log ends at ${last}`)]
        : [];
    });
  }

  #violation(rule: string, text: string): Violation {
    return { rule, text: `${this.#observer}: ${text}` };
  }
}

/** Reads never go back, and contain what their reader had an answer for before; their pages are parts of the log. */
export function checkReads(
  reads: readonly Read[],
  answers: readonly Answer[],
  log: IndexedLog,
): Violation[] {
  const violations: Violation[] = [];
  const own = Map.groupBy(answers, ({ client, room }) => `${client} ${room}`);
  for (const [key, lane] of Map.groupBy(reads, ({ client, room }) => `${client} ${room}`)) {
    let known = 0;
    let knownAt = Number.NEGATIVE_INFINITY;
    for (const read of lane.toSorted((one, other) => one.endedAt - other.endedAt)) {
      // Two that overlap may be answered in either order.
      if (read.invokedAt > knownAt && read.headSeq < known)
        violations.push({
          rule: "read back in time",
          text: `${key}: ${read.headSeq} after ${known}`,
        });
      if (read.headSeq > known) [known, knownAt] = [read.headSeq, read.endedAt];
      const answered = (own.get(key) ?? []).filter(({ at }) => at < read.invokedAt);
      const mine = Math.max(0, ...answered.map(({ seq }) => seq));
      if (read.headSeq < mine)
        violations.push({
          rule: "own write not read",
          text: `${key}: read ${read.headSeq}, wrote ${mine}`,
        });
      violations.push(...checkPage(read, key, log));
    }
  }
  return violations;
}

function checkPage(read: Read, who: string, log: IndexedLog): Violation[] {
  const from = read.hasMore ? (read.entries[0]?.seq ?? read.headSeq + 1) : 1;
  const truth = (log.log.get(read.room)?.entries ?? []).filter(
    ({ seq, message }) => message && seq >= from && seq <= read.headSeq,
  );
  return isSame(read.entries, truth)
    ? []
    : [
        {
          rule: "wrong page",
          text: `${who}: the page to ${read.headSeq} is not that part of the log`,
        },
      ];
}

/** What a screen shows in the end is the end of the log. */
export function checkScreens(screens: readonly Screen[], log: IndexedLog): Violation[] {
  return screens.flatMap(({ client, room, entries }) => {
    const messages = (log.log.get(room)?.entries ?? []).filter(({ message }) => message);
    const end = messages.slice(messages.length - entries.length);
    const isEmpty = entries.length === 0 && messages.length > 0;
    return !isEmpty && isSame(entries, end)
      ? []
      : [{ rule: "wrong screen", text: `${client} sees another log of ${room}` }];
  });
}

type Entry = { readonly seq: number; readonly id: string };

function isSame(one: readonly Entry[], other: readonly Entry[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ seq, id }, place) => seq === other[place]?.seq && id === other[place].id)
  );
}
