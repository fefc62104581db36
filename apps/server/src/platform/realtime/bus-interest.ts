import { decodeHint, type Hint } from "./bus-payload.ts";
import type { Bus } from "./bus.ts";
import type { RealtimeMetrics } from "./metrics.ts";

/** What this process listens to on the bus: as much as its sockets need, and no more. */
export class BusInterest {
  readonly #bus: Pick<Bus, "subscribe">;
  readonly #metrics: RealtimeMetrics;
  readonly #hear: (hint: Hint) => void;
  /** Ways to stop, by subject. */
  readonly #stops = new Map<string, () => void>();

  constructor(bus: Pick<Bus, "subscribe">, metrics: RealtimeMetrics, hear: (hint: Hint) => void) {
    this.#bus = bus;
    this.#metrics = metrics;
    this.#hear = hear;
  }

  begin(subject: string): void {
    const stop = this.#bus.subscribe(subject, (payload) => {
      const hint = decodeHint(payload);
      if (hint) this.#hear(hint);
      else this.#metrics.dropped("hint");
    });
    this.#stops.set(subject, stop);
  }

  end(subject: string): void {
    this.#stops.get(subject)?.();
    this.#stops.delete(subject);
  }

  endAll(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }
}
