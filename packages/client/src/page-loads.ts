import type { MessagePage, RoomId } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { addressOf } from "./reducers/addresses.ts";
import { withMessagePage, withPage } from "./reducers/messages.ts";
import type { DurableFrame } from "./room-logs.ts";
import type { WritableStore } from "./store.ts";

export interface PageLoadsOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  /** The page is in the state; these events arrived while it was read. */
  readonly onLoaded: (roomId: RoomId, recorded: readonly DurableFrame[]) => void;
}

/** Reads the newest messages of rooms, and keeps the events that arrive meanwhile. */
export class PageLoads {
  readonly #options: PageLoadsOptions;
  readonly #recordings = new Map<RoomId, DurableFrame[]>();
  readonly #loadings = new Map<RoomId, Promise<void>>();
  /** Events that arrive while older messages of their room are read. */
  readonly #meanwhile = new Map<RoomId, Set<DurableFrame[]>>();

  constructor(options: PageLoadsOptions) {
    this.#options = options;
  }

  /**
   * A second call while it runs waits for the first. A failure stands in the room's page, too; where the page was there and may
   * be read later, it stays as it is.
   */
  load(roomId: RoomId): Promise<void> {
    const { store } = this.#options;
    const status = store.getSnapshot().pages.get(roomId)?.status;
    // A reading for a page that was dropped says nothing of how the room is to be shown now.
    if (!status) this.#loadings.delete(roomId);
    if (!status || status === "failed")
      store.update((state) => withPage(state, roomId, { status: "loading", error: null }));
    return this.loadAgain(roomId);
  }

  /** As load, but what the room shows, be it a failure, stands until there is an answer. */
  loadAgain(roomId: RoomId): Promise<void> {
    const running = this.#loadings.get(roomId);
    if (running) return running;
    const loading = this.#load(roomId).finally(() => {
      if (this.#loadings.get(roomId) === loading) this.#loadings.delete(roomId);
    });
    this.#loadings.set(roomId, loading);
    return loading;
  }

  /** Settles when nothing of the room is being read, whatever came of it. */
  async whenIdle(roomId: RoomId): Promise<void> {
    await Promise.allSettled([this.#loadings.get(roomId)]);
  }

  /** To be called with every event: kept if a page of its room is being read. */
  record(roomId: RoomId, frames: readonly DurableFrame[]): void {
    this.#recordings.get(roomId)?.push(...frames);
    for (const recorded of this.#meanwhile.get(roomId) ?? []) recorded.push(...frames);
  }

  /** Runs a read of older messages; the events that arrived meanwhile may change what was read. */
  async recordWhile<T>(
    roomId: RoomId,
    read: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly recorded: readonly DurableFrame[] }> {
    const recorded: DurableFrame[] = [];
    const ofRoom = this.#meanwhile.get(roomId) ?? new Set();
    this.#meanwhile.set(roomId, ofRoom.add(recorded));
    try {
      return { answer: await read(), recorded };
    } finally {
      ofRoom.delete(recorded);
      if (ofRoom.size === 0) this.#meanwhile.delete(roomId);
    }
  }

  /** Every reading under way belongs to a state that is dropped. */
  forget(): void {
    this.#recordings.clear();
    this.#loadings.clear();
  }

  async #load(roomId: RoomId): Promise<void> {
    const { store, call, onLoaded } = this.#options;
    const recorded: DurableFrame[] = [];
    this.#recordings.set(roomId, recorded);
    /** Is the page still there, and nothing newer being read for it? Then nothing is recorded any more. */
    const settle = (): boolean => {
      if (this.#recordings.get(roomId) !== recorded) return false;
      this.#recordings.delete(roomId);
      return store.getSnapshot().pages.has(roomId);
    };
    const slug = addressOf(store.getSnapshot(), roomId);
    let page: MessagePage;
    try {
      page = await call("listMessages", { params: { slug }, query: {} });
    } catch (cause) {
      if (!settle()) return;
      const error = toApiError(cause);
      const isKept = error.retryable && store.getSnapshot().pages.get(roomId)?.status === "ready";
      if (!isKept) store.update((state) => withPage(state, roomId, { status: "failed", error }));
      throw cause;
    }
    if (!settle()) return;
    store.update((state) => withMessagePage(state, roomId, page));
    onLoaded(roomId, recorded);
  }
}
