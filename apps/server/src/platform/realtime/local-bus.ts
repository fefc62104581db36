import type { Bus, BusMetrics } from "./bus.ts";

type Listener = (payload: Uint8Array) => void;

/** What connects several in-process buses, so that two hubs of one process behave like two nodes. */
export type LocalExchange = Set<LocalBus>;

/** As NATS has it, so that nothing passes here that would not pass there. */
const PAYLOAD_MAX = 1024 * 1024;

class LocalBus implements Bus {
  readonly isShared = false;
  readonly payloadMax = PAYLOAD_MAX;
  readonly #exchange: LocalExchange;
  readonly #metrics: BusMetrics | undefined;
  /** Mostly one, of a person who has one socket: a set of one takes four times as much memory. */
  readonly #listeners = new Map<string, readonly Listener[]>();
  #isUp = true;

  constructor(exchange: LocalExchange, metrics: BusMetrics | undefined) {
    this.#exchange = exchange;
    this.#metrics = metrics;
    exchange.add(this);
    metrics?.up(true);
  }

  publish(subject: string, toPayload: () => Uint8Array): void {
    if (!this.#isUp) this.#metrics?.lost("down");
    if (!this.#isUp || this.#exchange.size === 1) return;
    const others = [...this.#exchange].filter((bus) => bus !== this && bus.hears(subject));
    if (others.length === 0) return;
    const payload = toPayload();
    if (payload.length > PAYLOAD_MAX) {
      this.#metrics?.lost("too large");
      return;
    }
    // Later, as over a network: a publisher is never re-entered by what it published.
    setImmediate(() => {
      for (const bus of others) bus.hear(subject, payload);
    });
  }

  subscribe(subject: string, listener: Listener): () => void {
    // Wrapped, so that the same function given twice is two subscriptions.
    const entry: Listener = (payload) => listener(payload);
    this.#listeners.set(subject, [...(this.#listeners.get(subject) ?? []), entry]);
    return () => {
      const others = this.#listeners.get(subject)?.filter((each) => each !== entry) ?? [];
      if (others.length > 0) this.#listeners.set(subject, others);
      else this.#listeners.delete(subject);
    };
  }

  hears(subject: string): boolean {
    return this.#listeners.has(subject);
  }

  hear(subject: string, payload: Uint8Array): void {
    for (const listener of this.#listeners.get(subject) ?? []) listener(payload);
  }

  flush(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  isUp(): boolean {
    return this.#isUp;
  }

  close(): Promise<void> {
    this.#isUp = false;
    this.#listeners.clear();
    this.#exchange.delete(this);
    return Promise.resolve();
  }
}

/** The bus of a server that runs as one process: nobody else listens, so publishing costs a look into an empty set. */
export function createLocalBus(exchange: LocalExchange = new Set(), metrics?: BusMetrics): Bus {
  return new LocalBus(exchange, metrics);
}
