import type { FrameOf, RoomEventFrame, ServerFrame } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import { backOffMs } from "./back-off.ts";
import type { ChatState } from "./chat-state.ts";
import type { Question } from "./connection.ts";
import { Gaps } from "./gaps.ts";
import type { Http } from "./http.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { PageLoads } from "./page-loads.ts";
import { withSubscriptions, withUnreadCount, withUnreadSummary } from "./reducers/subscriptions.ts";
import { withoutCaches } from "./reducers/view.ts";
import { isUneven, resumeHeads, type Resume } from "./resume-point.ts";
import { RoomLogs, type DurableFrame } from "./room-logs.ts";
import type { Runtime, Timer } from "./runtime.ts";
import { applyEvent, headOf, withoutArrived } from "./state.ts";
import type { WritableStore } from "./store.ts";
import { TypingWatch } from "./typing-watch.ts";

/** What sync uses of the live channel. */
export interface Link {
  readonly isReady: () => boolean;
  readonly request: (question: Question, timeoutMs: number) => Promise<ServerFrame>;
  readonly noteHead: (slug: string, seq: number) => void;
}

export interface SyncOptions {
  readonly runtime: Runtime;
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly link: Link;
}

type Replay = Extract<FrameOf<"SERVER_MESSAGE_HISTORY">, { readonly mode: "resume" }>;

/** An unanswered question about the log counts as a failure after this. */
const HISTORY_TIMEOUT_MS = 5_000;

/**
 * Snapshots and events become one state: events of a room are applied in order of seq, each once, whatever arrives
 * twice, late, early or while a page is being read (wire.md, Delivery 3 and 4).
 */
export class Sync {
  readonly #options: SyncOptions;
  readonly #logs = new RoomLogs();
  readonly #gaps: Gaps;
  readonly #pages: PageLoads;
  readonly #typing: TypingWatch;
  /** Where the last resume began, by room: a log that ends before is not the one we know. */
  #resumedAfter: ReadonlyMap<string, number> = new Map();
  #logEpoch: string | undefined;
  #workspaceId: string | undefined;
  /** Of the newest list that came by the channel; lists are numbered anew by each connection. */
  #rev = Number.NEGATIVE_INFINITY;
  #listsReceived = 0;
  /** Names the present state: an answer that belongs to a dropped one is ignored. */
  #era = 0;
  #isStartingAnew = false;
  /** Rooms that are being read anew, or will be after a wait. */
  readonly #recovering = new Map<string, Timer | undefined>();

  constructor(options: SyncOptions) {
    this.#options = options;
    const { runtime, store, call, link } = options;
    this.#typing = new TypingWatch(runtime, store);
    this.#pages = new PageLoads({
      store,
      call,
      listen: (slug) => this.#listenToPreview(slug),
      onLoaded: (slug, recorded) => this.accept(slug, recorded),
    });
    this.#gaps = new Gaps({
      runtime,
      isOpen: (slug) => this.#logs.isWaiting(slug) || isUneven(this.#state, slug),
      headOf: (slug) => headOf(this.#state, slug),
      ask: (slug) => this.#ask(slug),
      isReady: link.isReady,
      reload: (slug) => void this.#recover(slug),
    });
  }

  /** What the server shall replay after; undefined while nothing has been received. */
  resume(): Resume | undefined {
    const logEpoch = this.#logEpoch;
    this.#resumedAfter = logEpoch === undefined ? new Map() : resumeHeads(this.#state);
    if (logEpoch === undefined) return undefined;
    return { logEpoch, rooms: Object.fromEntries(this.#resumedAfter) };
  }

  /** The channel is open. What was missed comes by itself when it was resumed; the rest is asked for. */
  onReady(frame: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS">): void {
    const isOtherLog = this.#logEpoch !== undefined && this.#logEpoch !== frame.logEpoch;
    const isOtherPlace = this.#workspaceId !== undefined && this.#workspaceId !== frame.workspaceId;
    this.#rev = Number.NEGATIVE_INFINITY;
    if (isOtherLog || isOtherPlace) this.#startAnew();
    this.#logEpoch = frame.logEpoch;
    this.#workspaceId = frame.workspaceId;
    for (const [slug, page] of this.#state.pages) {
      const isHeard = this.#state.subscriptions.has(slug) || this.#resumedAfter.has(slug);
      if (page.status === "failed") this.#pages.loadQuietly(slug);
      else if (!isHeard) void this.#hearPreview(slug);
      else this.#gaps.check(slug);
    }
  }

  onLost(): void {
    this.#gaps.clear();
    this.#stopWaiting();
    this.#typing.clear();
  }

  onFrame(frame: ServerFrame): void {
    switch (frame.type) {
      case "SERVER_ROOM_EVENT":
        this.#onEvent(frame);
        break;
      case "SERVER_MESSAGE_HISTORY":
        if (frame.mode === "resume") this.#onReplay(frame);
        break;
      case "SERVER_SUBSCRIPTION_UPDATE":
        this.#onList(frame);
        break;
      case "SERVER_UNREAD_COUNT_UPDATE":
        this.#update((state) => withUnreadCount(state, frame));
        break;
      case "SERVER_UNREAD_SUMMARY":
        this.#update((state) => withUnreadSummary(state, frame));
        break;
      case "SERVER_MULTI_ROOM_ERROR":
        if (frame.code === "LOG_EPOCH_CHANGED") this.#startAnew();
        break;
      case "SERVER_MULTI_ROOM_AUTH_SUCCESS":
      case "SERVER_MARK_READ_ACK":
      case "pong":
        break;
    }
  }

  /** Takes durable events of one room, in any order. */
  accept(slug: string, frames: readonly DurableFrame[]): void {
    this.#pages.record(slug, frames);
    const before = headOf(this.#state, slug);
    this.#logs.put(slug, frames);
    this.#update((state) => this.#logs.drain(state, slug));
    const head = headOf(this.#state, slug);
    if (head !== undefined && head !== before) this.#options.link.noteHead(slug, head);
    if (this.#logs.isOverfull(slug)) void this.#recover(slug);
    else this.#gaps.check(slug);
    this.#lookAgain();
  }

  /** Reads the newest messages of a room; a second call while it runs waits for the first. */
  loadPage(slug: string): Promise<void> {
    return this.#pages.load(slug);
  }

  /** Reads the list of subscriptions: one reading at a time, and never one that began before the call. */
  readonly loadSubscriptions = oneAtATime(() => this.#loadSubscriptions());

  /** A newer list that came by the channel in the meantime decides what is in it. */
  async #loadSubscriptions(): Promise<void> {
    const era = this.#era;
    const received = this.#listsReceived;
    const { results } = await this.#options.call("listMyRooms", {});
    if (era !== this.#era) return;
    const isOutdated = received !== this.#listsReceived;
    const { subscriptions } = this.#state;
    const list = isOutdated
      ? results.filter((each) => subscriptions.has(each.sessionRoomSlug))
      : results;
    this.#take((state) => withSubscriptions(state, list, isOutdated ? "add" : "replace"));
  }

  /** Another person, or nobody: nothing that was received counts any more. */
  reset(): void {
    this.#forget();
    this.#logEpoch = undefined;
    this.#workspaceId = undefined;
    this.#isStartingAnew = false;
  }

  get #state(): ChatState {
    return this.#options.store.getSnapshot();
  }

  #update(change: (state: ChatState) => ChatState): void {
    this.#options.store.update(change);
  }

  /** A snapshot may close gaps, and show others. */
  #take(snapshot: (state: ChatState) => ChatState): void {
    this.#update((state) => withoutArrived(this.#logs.drainAll(snapshot(state))));
    const slugs = new Set([...this.#state.pages.keys(), ...this.#logs.waiting()]);
    for (const slug of slugs) this.#gaps.check(slug);
    this.#lookAgain();
  }

  /** The room on the screen was taken from the person: shows what outsiders see of it, or that they see nothing. */
  #lookAgain(): void {
    const { activeRoomSlug: slug, pages } = this.#state;
    if (slug !== null && !pages.has(slug)) this.#pages.loadQuietly(slug);
  }

  #onEvent(frame: RoomEventFrame): void {
    const { sessionRoomSlug: slug } = frame;
    if (frame.event !== "user_typing") this.accept(slug, [frame]);
    else {
      this.#update((state) => applyEvent(state, frame));
      this.#typing.note(slug, frame.userId, frame.isTyping);
    }
  }

  #onReplay(replay: Replay): void {
    const { sessionRoomSlug: slug, events, headSeq, truncated, requestId } = replay;
    const after = requestId === undefined ? this.#resumedAfter.get(slug) : undefined;
    if (after !== undefined && headSeq < after) this.#startAnew();
    else if (truncated) void this.#recover(slug);
    else {
      const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug: slug } as const;
      const frames = events.map((event) => ({ ...event, ...address }));
      this.accept(slug, frames);
    }
  }

  #onList(frame: FrameOf<"SERVER_SUBSCRIPTION_UPDATE">): void {
    if (frame.rev < this.#rev) return;
    this.#rev = frame.rev;
    this.#listsReceived += 1;
    this.#take((state) => withSubscriptions(state, frame.subscriptions));
  }

  /** The log is another one: drops what was read of the old one and reads what is on the screen anew. */
  #startAnew(): void {
    if (this.#isStartingAnew) return;
    this.#isStartingAnew = true;
    this.#forget();
    this.#update(withoutCaches);
    const { activeRoomSlug } = this.#state;
    if (activeRoomSlug !== null) this.#pages.loadQuietly(activeRoomSlug);
    void this.#readAnew();
  }

  async #readAnew(): Promise<void> {
    try {
      await this.loadSubscriptions();
    } catch {
      // The next list that comes by the channel replaces it.
    }
    this.#isStartingAnew = false;
  }

  #forget(): void {
    this.#era += 1;
    this.#rev = Number.NEGATIVE_INFINITY;
    this.#resumedAfter = new Map();
    this.#logs.forgetAll();
    this.#pages.forget();
    this.#gaps.clear();
    this.#stopWaiting();
    this.#typing.clear();
  }

  /** Asks for the events after the head; the answer has been applied when this settles. */
  async #ask(slug: string): Promise<void> {
    const afterSeq = headOf(this.#state, slug);
    if (afterSeq === undefined) return;
    const answer = await this.#options.link.request(
      { type: "CLIENT_REQUEST_MESSAGE_HISTORY", sessionRoomSlug: slug, afterSeq },
      HISTORY_TIMEOUT_MS,
    );
    const isShorter = answer.type === "SERVER_MESSAGE_HISTORY" && answer.headSeq < afterSeq;
    if (isShorter) this.#startAnew();
  }

  /** Events of a PUBLIC room that the person only looks at: listens first, then asks for what was missed. */
  async #hearPreview(slug: string): Promise<void> {
    try {
      await this.#listen(slug);
      await this.#pages.whenIdle(slug);
      await this.#ask(slug);
    } catch {
      // Not to be read any more, or the connection went: the next opening or resume finds out.
    }
  }

  async #listen(slug: string): Promise<void> {
    await this.#options.link.request(
      { type: "CLIENT_SUBSCRIBE_ROOMS", sessionRoomSlugs: [slug] },
      HISTORY_TIMEOUT_MS,
    );
  }

  /**
   * The missing events are too many or not to be had: a snapshot replaces them. The list is read after the page. Tries again
   * while there is a connection; without one the next resume finds out.
   */
  async #recover(slug: string, failures = 0): Promise<void> {
    if (this.#recovering.has(slug)) return;
    this.#recovering.set(slug, undefined);
    this.#logs.forget(slug);
    const era = this.#era;
    try {
      if (this.#state.pages.has(slug)) await this.#pages.load(slug);
      await this.loadSubscriptions();
      this.#recovering.delete(slug);
    } catch (cause) {
      this.#recovering.delete(slug);
      if (era === this.#era && toApiError(cause).retryable) this.#recoverLater(slug, failures + 1);
    }
  }

  #recoverLater(slug: string, failures: number): void {
    const { link, runtime } = this.#options;
    if (!link.isReady()) return;
    const again = (): void => {
      this.#recovering.delete(slug);
      void this.#recover(slug, failures);
    };
    this.#recovering.set(slug, runtime.startTimer(again, backOffMs(failures, runtime.random)));
  }

  #stopWaiting(): void {
    for (const [slug, timer] of this.#recovering) {
      if (!timer) continue;
      timer.cancel();
      this.#recovering.delete(slug);
    }
  }

  /** Before the page is read, so that nothing falls between the page and the first live event. */
  async #listenToPreview(slug: string): Promise<void> {
    const { hasSubscriptions, subscriptions } = this.#state;
    if (!hasSubscriptions || subscriptions.has(slug) || !this.#options.link.isReady()) return;
    try {
      await this.#listen(slug);
    } catch {
      // Whether the room may be read is decided by the page.
    }
  }
}
