/**
 * The seam between server processes: fire and forget, at most once, no order between subjects. The log in the database
 * is the truth; a hint that is lost only delays. One process uses the in-process bus, several use NATS. What every
 * implementation must hold is in test/realtime/bus.conformance.ts.
 */
export interface Bus {
  /** Other processes publish, too, and may do so before a subscription made here is in force. */
  readonly isShared: boolean;
  /** Bytes of the largest payload that it carries now; a larger one is lost and counted. */
  readonly payloadMax: number;
  /**
   * Never throws and never waits: a bus that is down loses the hint. The payload is made only where somebody may listen,
   * so that one process alone encodes nothing.
   */
  publish(subject: string, toPayload: () => Uint8Array): void;
  /**
   * Hears what the other processes publish, never what was published through this very object: the hub delivers that
   * itself, without a detour. Subjects are words of letters, digits and dashes, joined by dots. Returns the way to stop.
   */
  subscribe(subject: string, listener: (payload: Uint8Array) => void): () => void;
  /**
   * Settles when the subscriptions made before are in force and what was published before has left; at once when the bus
   * is down. Never rejects.
   */
  flush(): Promise<void>;
  isUp(): boolean;
  /** What was published before still leaves. Idempotent, never rejects. */
  close(): Promise<void>;
}

/** Why a hint was not carried: nobody to carry it, larger than what is carried, or more than what may wait. */
export type LostHint = "down" | "too large" | "backlog";

/** What a bus counts. */
export interface BusMetrics {
  lost(why: LostHint): void;
  /** The connection came or went. */
  up(isUp: boolean): void;
}
