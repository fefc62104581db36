import type { Bus } from "./bus.ts";

type Listener = (payload: Uint8Array) => void;

/** What connects several in-process buses, so that two hubs of one process behave like two nodes. */
export type LocalExchange = Set<LocalBus>;

class LocalBus implements Bus {
  readonly #exchange: LocalExchange;
  readonly #listeners = new Map<string, Set<Listener>>();
  #isUp = true;

  constructor(exchange: LocalExchange) {
    this.#exchange = exchange;
    exchange.add(this);
  }

  publish(subject: string, toPayload: () => Uint8Array): void {
    if (!this.#isUp || this.#exchange.size === 1) return;
    const others = [...this.#exchange].filter((bus) => bus !== this && bus.hears(subject));
    if (others.length === 0) return;
    const payload = toPayload();
    // Later, as over a network: a publisher is never re-entered by what it published.
    setImmediate(() => {
      for (const bus of others) bus.hear(subject, payload);
    });
  }

  subscribe(subject: string, listener: Listener): () => void {
    // Wrapped, so that the same function given twice is two subscriptions.
    const entry: Listener = (payload) => listener(payload);
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#listeners.get(subject) === listeners) {
        this.#listeners.delete(subject);
      }
    };
  }

  hears(subject: string): boolean {
    return this.#listeners.has(subject);
  }

  hear(subject: string, payload: Uint8Array): void {
    for (const listener of this.#listeners.get(subject) ?? []) listener(payload);
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
export function createLocalBus(exchange: LocalExchange = new Set()): Bus {
  return new LocalBus(exchange);
}
