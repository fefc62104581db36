import type { Bus } from "#server/platform/realtime/bus.ts";
import type { Random } from "./random.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/** How hints travel; changes while the world runs. */
export interface BusWeather {
  latency: readonly [number, number];
  loss: number;
  double: number;
  /** Share of hints that take much longer than the others, and so come out of order. */
  late: number;
  isDown: boolean;
}

const LATE_MS = 3_000;

type Listener = (payload: Uint8Array) => void;

/** What the processes hear of each other: as little as the contract of Bus promises. */
export class HintNetwork {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly weather: BusWeather;
  /** Told of every hint that did not arrive, or came to an end that did not listen yet. */
  onLost: (subject: string) => void = () => {};
  readonly #ends = new Set<HintBus>();

  constructor(scheduler: Scheduler, random: Random, weather: BusWeather) {
    this.scheduler = scheduler;
    this.random = random;
    this.weather = weather;
  }

  connect(owner: Owner): Bus {
    const end = new HintBus(this, owner);
    this.#ends.add(end);
    return end;
  }

  leave(end: HintBus): void {
    this.#ends.delete(end);
  }

  carry(from: HintBus, subject: string, toPayload: () => Uint8Array): void {
    const { random, weather } = this;
    if (from.owner.isDead) return;
    const listening = [...this.#ends].filter((end) => end !== from && end.wants(subject));
    const others = weather.isDown ? [] : listening.filter((end) => end.hears(subject));
    if (others.length < listening.length) this.onLost(subject);
    if (others.length === 0) return;
    const payload = toPayload();
    for (const end of others) {
      if (random.chance(weather.loss)) {
        this.onLost(subject);
        continue;
      }
      const copies = random.chance(weather.double) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) this.#carryOne(end, subject, payload);
    }
  }

  #carryOne(end: HintBus, subject: string, payload: Uint8Array): void {
    const { random, weather, scheduler } = this;
    const [least, most] = weather.latency;
    const late = random.chance(weather.late) ? random.between(0, LATE_MS) : 0;
    const delay = random.between(least, most) + late;
    scheduler.after(delay, () => end.hear(subject, payload), end.owner);
  }
}

class HintBus implements Bus {
  readonly isShared = true;
  readonly payloadMax = 1_000_000;
  readonly owner: Owner;
  /** When every subscription made so far is in force. */
  #inForceAt = 0;
  readonly #network: HintNetwork;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #wanted = new Map<string, number>();

  constructor(network: HintNetwork, owner: Owner) {
    this.#network = network;
    this.owner = owner;
  }

  publish(subject: string, toPayload: () => Uint8Array): void {
    this.#network.carry(this, subject, toPayload);
  }

  /** Interest takes a moment to reach the others. */
  subscribe(subject: string, listener: Listener): () => void {
    const entry: Listener = (payload) => listener(payload);
    this.#wanted.set(subject, (this.#wanted.get(subject) ?? 0) + 1);
    let isStopped = false;
    const begin = (): void => {
      if (isStopped) return;
      const listeners = this.#listeners.get(subject) ?? new Set();
      this.#listeners.set(subject, listeners.add(entry));
    };
    const { scheduler, random, weather } = this.#network;
    const delay = random.between(0, weather.latency[1]);
    this.#inForceAt = Math.max(this.#inForceAt, scheduler.now + delay);
    scheduler.after(delay, begin, this.owner);
    return () => {
      if (isStopped) return;
      isStopped = true;
      this.#wanted.set(subject, (this.#wanted.get(subject) ?? 1) - 1);
      this.#listeners.get(subject)?.delete(entry);
    };
  }

  /** Has it asked for this subject, in force or not? */
  wants(subject: string): boolean {
    return (this.#wanted.get(subject) ?? 0) > 0;
  }

  hears(subject: string): boolean {
    return (this.#listeners.get(subject)?.size ?? 0) > 0;
  }

  hear(subject: string, payload: Uint8Array): void {
    if (this.#network.weather.isDown) {
      this.#network.onLost(subject);
      return;
    }
    for (const listener of this.#listeners.get(subject) ?? []) listener(payload);
  }

  flush(): Promise<void> {
    const { scheduler } = this.#network;
    if (!this.isUp() || this.#inForceAt <= scheduler.now) return Promise.resolve();
    return new Promise((resolve) => {
      scheduler.after(this.#inForceAt - scheduler.now, resolve, this.owner);
    });
  }

  isUp(): boolean {
    return !this.#network.weather.isDown;
  }

  close(): Promise<void> {
    this.#network.leave(this);
    return Promise.resolve();
  }
}
