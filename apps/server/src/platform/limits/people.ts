import { personLimits, type PersonLimit, type UserId } from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import { TokenBucket } from "./token-bucket.ts";

/** What of the configuration these limits are, by the names that it has there. */
export interface PersonLimitSettings {
  readonly frameRate: number;
  readonly frameBurst: number;
  readonly sendRate: number;
  readonly sendBurst: number;
  /** A minute, as all of these. */
  readonly editRate: number;
  readonly reactionRate: number;
  readonly reportRate: number;
  readonly searchRate: number;
  readonly statisticsRate: number;
  readonly imageRate: number;
  readonly linkPreviewRate: number;
  /** An hour, as all of these. */
  readonly findPersonRate: number;
  readonly joinRate: number;
  readonly uploadsHour: number;
  readonly notificationTestsHour: number;
  readonly socketsPerPerson: number;
}

/** A minute's worth may come at once. */
function perMinute(count: number, now: number): TokenBucket {
  return new TokenBucket(count / 60, count, now);
}

/** An hour's worth may come at once. */
function perHour(count: number, now: number): TokenBucket {
  return new TokenBucket(count / 3600, count, now);
}

const buckets: Readonly<
  Record<PersonLimit, (settings: PersonLimitSettings, now: number) => TokenBucket>
> = {
  send: ({ sendRate, sendBurst }, now) => new TokenBucket(sendRate, sendBurst, now),
  edit: ({ editRate }, now) => perMinute(editRate, now),
  reaction: ({ reactionRate }, now) => perMinute(reactionRate, now),
  search: ({ searchRate }, now) => perMinute(searchRate, now),
  report: ({ reportRate }, now) => perMinute(reportRate, now),
  statistics: ({ statisticsRate }, now) => perMinute(statisticsRate, now),
  findPerson: ({ findPersonRate }, now) => perHour(findPersonRate, now),
  image: ({ imageRate }, now) => perMinute(imageRate, now),
  linkPreview: ({ linkPreviewRate }, now) => perMinute(linkPreviewRate, now),
  join: ({ joinRate }, now) => perHour(joinRate, now),
  notificationTest: ({ notificationTestsHour }, now) => perHour(notificationTestsHour, now),
  upload: ({ uploadsHour }, now) => perHour(uploadsHour, now),
};

/** What all sockets of one person on this process share, and their other doors too as far as limits go. */
export class Person {
  readonly userId: UserId;
  readonly frames: TokenBucket;
  sockets = 0;
  readonly #settings: PersonLimitSettings;
  /** Made when first used: most people only read. */
  #counted: Partial<Record<PersonLimit, TokenBucket>> | undefined;

  constructor(userId: UserId, settings: PersonLimitSettings, now: number) {
    this.userId = userId;
    this.#settings = settings;
    this.frames = new TokenBucket(settings.frameRate, settings.frameBurst, now);
  }

  /** Counts one more; 0 when it may pass, else the milliseconds after which it may. */
  take(limit: PersonLimit, now: number): number {
    const counted = (this.#counted ??= {});
    return (counted[limit] ??= buckets[limit](this.#settings, now)).take(now);
  }

  /** Owes nothing. */
  isRested(now: number): boolean {
    const counted = personLimits.map((limit) => this.#counted?.[limit]);
    return [this.frames, ...counted].every((bucket) => bucket?.isFull(now) ?? true);
  }
}

/** Limits per person. A flood is not forgiven by reconnecting: the buckets outlive the sockets until they are full. */
export class People {
  readonly #settings: PersonLimitSettings;
  readonly #people = new Map<UserId, Person>();

  constructor(settings: PersonLimitSettings) {
    this.#settings = settings;
  }

  /** Counts one more socket; undefined when the person has too many. */
  enter(userId: UserId, now: number): Person | undefined {
    const person = this.#of(userId, now);
    if (person.sockets >= this.#settings.socketsPerPerson) return undefined;
    person.sockets += 1;
    return person;
  }

  /** Counts one action of a person through whichever door; RATE_LIMITED when that is too many. */
  require(limit: PersonLimit, userId: UserId, now: number): void {
    const retryAfterMs = this.#of(userId, now).take(limit, now);
    if (retryAfterMs > 0) throw new AppError("RATE_LIMITED", { retryAfterMs });
  }

  leave(person: Person): void {
    person.sockets -= 1;
  }

  /** Forgets who is gone and owes nothing. */
  forget(now: number): void {
    for (const [userId, person] of this.#people) {
      if (person.sockets === 0 && person.isRested(now)) this.#people.delete(userId);
    }
  }

  #of(userId: UserId, now: number): Person {
    const known = this.#people.get(userId);
    if (known) return known;
    const person = new Person(userId, this.#settings, now);
    this.#people.set(userId, person);
    return person;
  }
}
