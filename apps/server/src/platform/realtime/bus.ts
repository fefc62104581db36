/**
 * The seam between server processes: fire and forget, at most once, no order between subjects. The log in the database
 * is the truth; a hint that is lost only delays. One process uses the in-process bus, several use NATS. What every
 * implementation must hold is in bus.conformance.ts.
 */
export interface Bus {
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
  isUp(): boolean;
  close(): Promise<void>;
}
