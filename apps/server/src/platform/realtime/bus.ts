/**
 * The seam between server processes: fire and forget, at most once, no order between subjects. The log in the database
 * is the truth; a hint that is lost only delays. One process uses the in-process bus, several use NATS.
 */
export interface Bus {
  /** Never throws and never waits: a bus that is down loses the hint. */
  publish(subject: string, payload: Uint8Array): void;
  /** The listener also gets what this process publishes. Returns the way to stop. */
  subscribe(subject: string, listener: (payload: Uint8Array) => void): () => void;
  isUp(): boolean;
  close(): Promise<void>;
}
