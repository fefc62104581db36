import type { CommandType } from "@colbin/protocol";

/** What is dropped instead of being queued without a bound. */
export type Dropped = "typing" | "presence" | "unread" | "hint";

/** What the live channel counts; the registry of the process stands behind it. */
export interface RealtimeMetrics {
  socketOpened(): void;
  /** By close code; 1006 when the connection was lost. */
  socketClosed(code: number): void;
  frameIn(type: CommandType | "invalid"): void;
  /** Once per turn: frames to sockets, the writes that carried them, and their bytes. */
  written(sum: {
    readonly deliveries: number;
    readonly writes: number;
    readonly bytes: number;
  }): void;
  dropped(what: Dropped): void;
  /** Events that the log had to supply, because nobody brought them. */
  caughtUp(events: number): void;
}
