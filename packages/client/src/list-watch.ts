import { SUBSCRIBE_BATCH, type RoomId } from "@colbin/protocol";
import type { Runtime, Timer } from "./runtime.ts";

export interface ListWatchOptions {
  readonly runtime: Runtime;
  /** Reads the list of rooms anew. */
  readonly read: () => Promise<void>;
  /** The rooms that the person is in, as far as is known. */
  readonly rooms: () => Iterable<RoomId>;
  /** Asks for the live events of rooms; settles when they come. */
  readonly hear: (ids: readonly RoomId[]) => Promise<unknown>;
}

/** How often the list is read, and by how much of it later at most: thousands of tabs must not come together. */
const PERIOD_MS = 5 * 60_000;
const SPREAD = 0.2;

/**
 * Some of what concerns one person alone (hiding a room, reading on another device) is told once, and nobody notices when that
 * is lost. So a connection that lasts reads the list of rooms from time to time, and asks to hear what it may not be told of.
 */
export class ListWatch {
  readonly #options: ListWatchOptions;
  /** Rooms whose events the connection brings; undefined before it has told the rooms with which it begins. */
  #heard: Set<RoomId> | undefined;
  #timer: Timer | undefined;

  constructor(options: ListWatchOptions) {
    this.#options = options;
  }

  /** There is a new connection. */
  begin(): void {
    this.end();
    this.#wait();
  }

  /** There is none any more: the next one begins with the list. */
  end(): void {
    this.#timer?.cancel();
    this.#heard = undefined;
  }

  /** The rooms of a list that came by the connection are known. The first one names what is heard. */
  onList(): void {
    this.#heard ??= new Set(this.#options.rooms());
    this.#forgetMissing(this.#heard);
  }

  /** The person is not in the room any more, and its events end. */
  onOut(roomId: RoomId): void {
    this.#heard?.delete(roomId);
  }

  /** The rooms of a list that was read are known: subscribes to the missing ones. A room that fails is asked for the next time. */
  async hearAll(): Promise<void> {
    const heard = this.#heard;
    if (!heard) return;
    this.#forgetMissing(heard);
    const missing = [...this.#options.rooms()].filter((id) => !heard.has(id));
    try {
      for (let start = 0; start < missing.length; start += SUBSCRIBE_BATCH) {
        const ids = missing.slice(start, start + SUBSCRIBE_BATCH);
        await this.#options.hear(ids);
        for (const id of ids) heard.add(id);
      }
    } catch {
      // Still not heard.
    }
  }

  #forgetMissing(heard: Set<RoomId>): void {
    const rooms = new Set(this.#options.rooms());
    for (const id of heard) if (!rooms.has(id)) heard.delete(id);
  }

  #wait(): void {
    const { runtime, read } = this.#options;
    const look = (): void => {
      this.#wait();
      // The log began anew while the connection was opened, and no list came: whatever is in it is asked for.
      this.#heard ??= new Set();
      // A failure is left to the next time.
      read().catch(() => undefined);
    };
    this.#timer = runtime.startTimer(look, PERIOD_MS * (1 + SPREAD * runtime.random()));
  }
}
