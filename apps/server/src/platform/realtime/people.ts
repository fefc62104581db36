import type { UserId } from "@colbin/protocol";
import { AppError } from "../app-error.ts";
import type { RealtimeSettings } from "./settings.ts";
import { TokenBucket } from "./token-bucket.ts";

/** What all sockets of one person on this process share, and their other doors too as far as sending goes. */
export interface Person {
  readonly userId: UserId;
  readonly frames: TokenBucket;
  readonly sends: TokenBucket;
  sockets: number;
}

type Limits = Pick<
  RealtimeSettings,
  "frameRate" | "frameBurst" | "sendRate" | "sendBurst" | "socketsPerPerson"
>;

/** Limits per person. A flood is not forgiven by reconnecting: the buckets outlive the sockets until they are full. */
export class People {
  readonly #limits: Limits;
  readonly #people = new Map<UserId, Person>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts one more socket; undefined when the person has too many. */
  enter(userId: UserId, now: number): Person | undefined {
    const person = this.#people.get(userId) ?? this.#create(userId, now);
    if (person.sockets >= this.#limits.socketsPerPerson) return undefined;
    person.sockets += 1;
    return person;
  }

  /** Counts one message of a person through whichever door; RATE_LIMITED when that is too many. */
  requireSend(userId: UserId, now: number): void {
    const person = this.#people.get(userId) ?? this.#create(userId, now);
    const retryAfterMs = person.sends.take(now);
    if (retryAfterMs > 0) throw new AppError("RATE_LIMITED", { retryAfterMs });
  }

  leave(person: Person): void {
    person.sockets -= 1;
  }

  /** Forgets who is gone and owes nothing. */
  forget(now: number): void {
    for (const [userId, { sockets, frames, sends }] of this.#people) {
      if (sockets === 0 && frames.isFull(now) && sends.isFull(now)) this.#people.delete(userId);
    }
  }

  #create(userId: UserId, now: number): Person {
    const { frameRate, frameBurst, sendRate, sendBurst } = this.#limits;
    const frames = new TokenBucket(frameRate, frameBurst, now);
    const sends = new TokenBucket(sendRate, sendBurst, now);
    const person: Person = { userId, frames, sends, sockets: 0 };
    this.#people.set(userId, person);
    return person;
  }
}
