import type {
  FrameOf,
  RoomEventFrame,
  RoomId,
  ServerFrame,
  Subscription,
  WorkspaceId,
} from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { ChatState } from "./chat-state.ts";
import type { Question } from "./connection.ts";
import { Gaps } from "./gaps.ts";
import type { Http } from "./http.ts";
import { ListOrder } from "./list-order.ts";
import { ListWatch } from "./list-watch.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { PageLoads } from "./page-loads.ts";
import {
  withChangedRooms,
  withSubscriptions,
  withUnreadCount,
  withUnreadSummary,
} from "./reducers/subscriptions.ts";
import { addressOf, roomKeyOf } from "./reducers/addresses.ts";
import { withoutMessages } from "./reducers/messages.ts";
import { withoutCaches, withoutPlace } from "./reducers/view.ts";
import { isUneven, resumeHeads, toAddressed, type Resume } from "./resume-point.ts";
import { Retries } from "./retries.ts";
import { RoomLogs, type DurableFrame } from "./room-logs.ts";
import type { Runtime } from "./runtime.ts";
import { withConfirmedPages, type Origin } from "./snapshot.ts";
import { applyEvent, headOf, withoutArrived } from "./state.ts";
import type { WritableStore } from "./store.ts";
import { TypingWatch } from "./typing-watch.ts";

/** The part of the live channel that sync uses. */
export interface Link {
  readonly isReady: () => boolean;
  readonly request: (question: Question, timeoutMs: number) => Promise<ServerFrame>;
  readonly noteHead: (roomId: RoomId, seq: number) => void;
}

export interface SyncOptions {
  readonly runtime: Runtime;
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly link: Link;
  /**
   * Has the features read what may be told once and lost, whenever the list of rooms is read for that reason; with each connection only
   * what has no number, since the list that it begins with tells the number of the rest.
   */
  readonly lookAround: (scope: "everything" | "unnumbered") => void;
}

type Replay = Extract<FrameOf<"SERVER_MESSAGE_HISTORY">, { readonly mode: "resume" }>;

/** In place of a room: the list alone is to be read again. */
const NO_ROOM = "" as RoomId;
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
  #resumedAfter: ReadonlyMap<RoomId, number> = new Map();
  #logEpoch: string | undefined;
  #workspaceId: WorkspaceId | undefined;
  readonly #order = new ListOrder();
  #listsReceived = 0;
  /** Names the present state: an answer that belongs to a dropped one is ignored. */
  #era = 0;
  #isStartingAnew = false;
  /** Rooms that the person is not in and that this connection was asked to bring. */
  readonly #previews = new Set<RoomId>();
  /** Rooms of which this connection asked the server to send nothing more. */
  readonly #ended = new Set<RoomId>();
  /** Rooms that are being read anew. */
  readonly #recovering = new Set<RoomId>();
  /** Rooms that the person was let into while their page was being read. */
  readonly #letIn = new Set<RoomId>();
  readonly #retries: Retries<RoomId>;
  readonly #watch: ListWatch;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { runtime, store, call, link } = options;
    this.#typing = new TypingWatch(runtime, store);
    this.#pages = new PageLoads({
      store,
      call,
      onLoaded: (roomId, recorded) => this.accept(roomId, recorded),
    });
    this.#retries = new Retries({
      runtime,
      isReady: link.isReady,
      // A recovery that runs began before this failure: it may not contain what failed.
      again: (roomId) =>
        this.#recovering.has(roomId) ? this.#retries.later(roomId) : void this.#recover(roomId),
    });
    this.#watch = new ListWatch({
      runtime,
      read: () => {
        options.lookAround("everything");
        return this.loadSubscriptions();
      },
      rooms: () => this.#state.subscriptions.keys(),
      hear: (ids) => this.#hear(ids),
    });
    this.#gaps = new Gaps({
      runtime,
      isOpen: (roomId) => this.#logs.isWaiting(roomId) || isUneven(this.#state, roomId),
      headOf: (roomId) => headOf(this.#state, roomId),
      ask: (roomId) => this.#ask(roomId),
      isReady: link.isReady,
      reload: (roomId) => void this.#recover(roomId),
    });
  }

  /** The point that the server shall replay after; undefined while nothing has been received. */
  resume(): Resume | undefined {
    const logEpoch = this.#logEpoch;
    this.#resumedAfter = logEpoch === undefined ? new Map() : resumeHeads(this.#state);
    if (logEpoch === undefined) return undefined;
    const workspaceId = this.#workspaceId;
    return {
      logEpoch,
      ...(workspaceId && { workspaceId }),
      rooms: toAddressed(this.#state, this.#resumedAfter),
    };
  }

  /** The channel is open. Missed events come by themselves when it was resumed; the rest is asked for. */
  onReady(frame: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS">): void {
    const isOtherLog = this.#logEpoch !== undefined && this.#logEpoch !== frame.logEpoch;
    const isOtherPlace = this.#workspaceId !== undefined && this.#workspaceId !== frame.workspaceId;
    this.#order.begin();
    if (!isOtherLog && !isOtherPlace) this.#options.lookAround("unnumbered");
    else {
      // A fresh start that an earlier change of the log began counts no more.
      this.#isStartingAnew = false;
      if (isOtherPlace) this.#update(withoutPlace);
      this.#startAnew();
    }
    this.#logEpoch = frame.logEpoch;
    this.#workspaceId = frame.workspaceId;
    this.#watch.begin();
    this.#previews.clear();
    this.#ended.clear();
    for (const roomId of this.#resumedAfter.keys()) this.#previews.add(roomId);
    for (const [roomId, { status }] of this.#state.pages) {
      if (status === "failed") this.#loadQuietly(roomId);
      else this.#gaps.check(roomId);
    }
    this.#lookAround();
  }

  onLost(): void {
    this.#readRestored();
    this.#watch.end();
    this.#gaps.clear();
    this.#retries.clear();
    this.#typing.clear();
  }

  /** Frames that only answer a question are not for the state. */
  onFrame(frame: ServerFrame): void {
    if (frame.type === "SERVER_ROOM_EVENT") this.#onEvent(frame);
    if (frame.type === "SERVER_MESSAGE_HISTORY" && frame.mode === "resume") this.#onReplay(frame);
    if (frame.type === "SERVER_SUBSCRIPTION_UPDATE") this.#onList(frame);
    if (frame.type === "SERVER_UNREAD_COUNT_UPDATE")
      this.#update((state) => withUnreadCount(state, frame));
    if (frame.type === "SERVER_UNREAD_SUMMARY")
      this.#update((state) => withUnreadSummary(state, frame));
    if (frame.type === "SERVER_MULTI_ROOM_ERROR" && frame.code === "LOG_EPOCH_CHANGED")
      this.#startAnew();
  }

  /** A room was left: one that was only looked at from outside is not heard any more. */
  onLeft(): void {
    this.#endPreviews();
  }

  /** Takes durable events of one room, in any order. */
  accept(roomId: RoomId, frames: readonly DurableFrame[]): void {
    this.#pages.record(roomId, frames);
    // With their place in it the server ends what the person hears of a room, however they had come to hear it.
    if (frames.some((frame) => this.#isOwnEnd(frame))) {
      this.#previews.delete(roomId);
      this.#watch.onOut(roomId);
    }
    const before = headOf(this.#state, roomId);
    this.#logs.put(roomId, frames);
    this.#update((state) => this.#logs.drain(state, roomId));
    const head = headOf(this.#state, roomId);
    if (head !== undefined && head !== before) this.#options.link.noteHead(roomId, head);
    if (this.#logs.isOverfull(roomId)) void this.#recover(roomId);
    else this.#gaps.check(roomId);
    this.#lookAround();
  }

  /**
   * Reads the newest messages of a room; a second call while it runs waits for the first. A failure that may pass is tried
   * again by itself.
   */
  async loadPage(roomId: RoomId): Promise<void> {
    const era = this.#era;
    try {
      await this.#pages.load(roomId);
      this.#letIn.delete(roomId);
    } catch (cause) {
      const wasLetIn = this.#letIn.delete(roomId);
      if (era !== this.#era) throw cause;
      if (wasLetIn) return this.loadPage(roomId);
      this.#retryLater(roomId, cause);
      throw cause;
    }
  }

  /** As PageLoads has it. */
  readonly recordWhile: PageLoads["recordWhile"] = (roomId, read) =>
    this.#pages.recordWhile(roomId, read);

  /** Reads the list of subscriptions: one reading at a time, and never one that began before the call. */
  readonly loadSubscriptions = oneAtATime(() => this.#loadSubscriptions());

  /** A newer list that came by the channel in the meantime decides what is in it. */
  async #loadSubscriptions(): Promise<void> {
    const era = this.#era;
    const received = this.#listsReceived;
    const at = this.#order.now;
    const { results } = await this.#options.call("listSubscriptions", {});
    if (era !== this.#era) return;
    const isOutdated = received !== this.#listsReceived;
    const { subscriptions } = this.#state;
    const list = isOutdated
      ? results.filter((each) => subscriptions.has(each.roomId))
      : this.#order.merge(results, subscriptions, { at });
    this.#take((state) => withSubscriptions(state, list, isOutdated ? "add" : "replace"));
    void this.#watch.hearAll();
  }

  /** The log of the state; undefined before anything of one was received or restored. */
  get origin(): Origin | undefined {
    const [logEpoch, workspaceId] = [this.#logEpoch, this.#workspaceId];
    return logEpoch !== undefined && workspaceId ? { logEpoch, workspaceId } : undefined;
  }

  /** The state is one that was received before, of this log: the next connection resumes it. */
  restore({ logEpoch, workspaceId }: Origin): void {
    this.#logEpoch = logEpoch;
    this.#workspaceId = workspaceId;
  }

  /** Another person, or nobody: nothing that was received counts any more. */
  reset(): void {
    this.#forget();
    this.#logEpoch = undefined;
    this.#workspaceId = undefined;
    this.#isStartingAnew = false;
  }

  #isOwnEnd(frame: DurableFrame): boolean {
    return (
      frame.event === "participant_changed" &&
      frame.userId === this.#state.currentUser?.id &&
      frame.accessStatus !== "ACCEPTED"
    );
  }

  get #state(): ChatState {
    return this.#options.store.getSnapshot();
  }

  #update(change: (state: ChatState) => ChatState): void {
    this.#options.store.update(change);
  }

  /** A snapshot may close gaps, and show others. */
  #take(snapshot: (state: ChatState) => ChatState): void {
    const before = this.#state.subscriptions;
    this.#update((state) => withoutArrived(this.#logs.drainAll(snapshot(state))));
    for (const id of this.#state.subscriptions.keys()) if (!before.has(id)) this.#onLetIn(id);
    const ids = new Set([...this.#state.pages.keys(), ...this.#logs.waiting()]);
    for (const roomId of ids) this.#gaps.check(roomId);
    this.#lookAround();
  }

  /** A person who was let into a room may see now what was refused before, and what is being asked for as somebody who was not in it. */
  #onLetIn(roomId: RoomId): void {
    const status = this.#state.pages.get(roomId)?.status;
    if (status === "failed") this.#loadQuietly(roomId);
    else if (status === "loading") this.#letIn.add(roomId);
  }

  /**
   * Any change of the list: the rooms on the screen are read and heard. A room that was taken from the person shows what
   * outsiders see of it, or that they see nothing.
   */
  #lookAround(): void {
    this.#update(withConfirmedPages);
    const { activeRoomId: active, pages, subscriptions, hasSubscriptions } = this.#state;
    if (active !== null && !pages.has(active)) this.#loadQuietly(active);
    this.#endPreviews();
    if (!hasSubscriptions || !this.#options.link.isReady()) return;
    for (const [roomId, { status }] of pages) {
      if (status !== "ready" || subscriptions.has(roomId) || this.#previews.has(roomId)) continue;
      this.#previews.add(roomId);
      void this.#hearAnew(roomId);
    }
  }

  #onEvent(frame: RoomEventFrame): void {
    const roomId = roomKeyOf(this.#state, frame.sessionRoomSlug);
    if (frame.event !== "user_typing") this.accept(roomId, [frame]);
    else {
      this.#update((state) => applyEvent(state, frame));
      this.#typing.note(frame.threadId ?? roomId, frame.userId, frame.isTyping);
    }
  }

  #onReplay(replay: Replay): void {
    const { sessionRoomSlug, events, headSeq, truncated, requestId } = replay;
    const roomId = roomKeyOf(this.#state, sessionRoomSlug);
    const after = requestId === undefined ? this.#resumedAfter.get(roomId) : undefined;
    if (after !== undefined && headSeq < after) this.#startAnew();
    else if (truncated) void this.#recover(roomId);
    else {
      const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug } as const;
      const frames = events.map((event) => ({ ...event, ...address }));
      this.accept(roomId, frames);
    }
  }

  #onList(frame: FrameOf<"SERVER_SUBSCRIPTION_UPDATE">): void {
    const { subscriptions, changed = [], removed = [], rev } = frame;
    const gone = removed.map((slug) => roomKeyOf(this.#state, slug));
    if (!subscriptions) return this.#onChanges(changed, gone, rev);
    if (!this.#order.takes(rev)) return;
    this.#listsReceived += 1;
    const list = this.#order.merge(subscriptions, this.#state.subscriptions, { rev });
    this.#take((state) => withSubscriptions(state, list));
    this.#watch.onList();
  }

  /** Changes of some rooms alone. */
  #onChanges(changed: readonly Subscription[], removed: readonly RoomId[], rev: number): void {
    const { shown, gone } = this.#order.changes(changed, removed, rev);
    if (shown.length + gone.length === 0) return;
    this.#take((state) => withChangedRooms(state, shown, gone));
    for (const roomId of gone) this.#watch.onOut(roomId);
  }

  /** The log is another one: drops what was read of the old one and reads what is on the screen anew. */
  #startAnew(): void {
    if (this.#isStartingAnew) return;
    this.#isStartingAnew = true;
    this.#forget();
    this.#update(withoutCaches);
    const { activeRoomId } = this.#state;
    if (activeRoomId !== null) this.#loadQuietly(activeRoomId);
    this.#options.lookAround("everything");
    void this.#readAnew();
  }

  /** A socket that was told of another log gets no list of its own accord. */
  async #readAnew(): Promise<void> {
    const era = this.#era;
    try {
      await this.loadSubscriptions();
    } catch (cause) {
      if (era === this.#era) this.#retryLater(NO_ROOM, cause);
    }
    if (era === this.#era) this.#isStartingAnew = false;
  }

  #forget(): void {
    this.#era += 1;
    this.#order.begin();
    this.#resumedAfter = new Map();
    this.#previews.clear();
    this.#ended.clear();
    this.#logs.forgetAll();
    this.#pages.forget();
    this.#gaps.clear();
    this.#retries.clear();
    this.#typing.clear();
  }

  /** Asks for the events after the head; the answer has been applied when this settles. */
  async #ask(roomId: RoomId): Promise<void> {
    const afterSeq = headOf(this.#state, roomId);
    if (afterSeq === undefined) return;
    const sessionRoomSlug = addressOf(this.#state, roomId);
    const answer = await this.#options.link.request(
      { type: "CLIENT_REQUEST_MESSAGE_HISTORY", sessionRoomSlug, afterSeq },
      HISTORY_TIMEOUT_MS,
    );
    const isShorter = answer.type === "SERVER_MESSAGE_HISTORY" && answer.headSeq < afterSeq;
    if (isShorter) this.#startAnew();
  }

  /** Settles when the events of these rooms come. */
  #hear(ids: readonly RoomId[]): Promise<ServerFrame> {
    const sessionRoomSlugs = ids.map((id) => addressOf(this.#state, id));
    return this.#options.link.request(
      { type: "CLIENT_SUBSCRIBE_ROOMS", sessionRoomSlugs },
      HISTORY_TIMEOUT_MS,
    );
  }

  /** Events of a room that the server does not send by itself, as of one only looked at: listens first, then asks for the missed ones. */
  async #hearAnew(roomId: RoomId): Promise<void> {
    const era = this.#era;
    this.#ended.delete(roomId);
    try {
      await this.#hear([roomId]);
      await this.#pages.whenIdle(roomId);
      await this.#ask(roomId);
    } catch (cause) {
      // Where it is not to be read any more, the next opening finds out.
      if (era !== this.#era || !toApiError(cause).retryable) return;
      this.#previews.delete(roomId);
      this.#ended.add(roomId);
      this.#retries.later(roomId);
    }
  }

  #endPreviews(): void {
    const { pages, subscriptions, hasSubscriptions } = this.#state;
    if (!hasSubscriptions || !this.#options.link.isReady()) return;
    for (const roomId of this.#previews) {
      const isOwn = subscriptions.has(roomId);
      if (!isOwn && pages.has(roomId)) continue;
      this.#previews.delete(roomId);
      if (!isOwn) this.#endPreview(roomId);
    }
    // The person may have come into a room before the server ended its events.
    for (const roomId of this.#ended) if (subscriptions.has(roomId)) void this.#hearAnew(roomId);
  }

  #endPreview(roomId: RoomId): void {
    const type = "CLIENT_UNSUBSCRIBE_ROOMS";
    this.#ended.add(roomId);
    // Events of a room that nobody shows change nothing, and the next connection does not ask for them.
    this.#options.link
      .request({ type, sessionRoomSlugs: [addressOf(this.#state, roomId)] }, HISTORY_TIMEOUT_MS)
      .catch(() => undefined);
  }

  /** Where no channel comes to tell what was missed, restored messages are read anew: those on the screen now, others when opened. */
  #readRestored(): void {
    const { activeRoomId: active, pages } = this.#state;
    for (const [roomId, { isRestored }] of pages) {
      if (isRestored && roomId === active) this.#loadQuietly(roomId);
      else if (isRestored) this.#update((state) => withoutMessages(state, roomId));
    }
  }

  /** For those who read the failure from the room's page. */
  #loadQuietly(roomId: RoomId): void {
    this.loadPage(roomId).catch(() => undefined);
  }

  /**
   * The missing events are too many or not to be had: a snapshot replaces them. The list is read after the page. A failure that
   * may pass is tried again.
   */
  async #recover(roomId: RoomId): Promise<void> {
    if (this.#recovering.has(roomId) || this.#retries.isWaiting(roomId)) return;
    this.#recovering.add(roomId);
    this.#logs.forget(roomId);
    const era = this.#era;
    try {
      if (this.#state.pages.has(roomId)) await this.#pages.loadAgain(roomId);
      await this.loadSubscriptions();
      this.#retries.succeeded(roomId);
    } catch (cause) {
      if (era === this.#era) this.#retryLater(roomId, cause);
    } finally {
      this.#recovering.delete(roomId);
    }
  }

  #retryLater(roomId: RoomId, cause: unknown): void {
    if (toApiError(cause).retryable) this.#retries.later(roomId);
  }
}
