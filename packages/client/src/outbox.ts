import type { RoomId, UnreadCount, UserId, WorkspaceId } from "@colbin/protocol";
import { toApiError, type ApiError } from "./api-error.ts";
import type {
  ChatState,
  Command,
  OutboxEntry,
  PendingEntry,
  ReadEntry,
  SendFailure,
  StoredEntry,
} from "./chat-state.ts";
import { kindOf } from "./commands.ts";
import type { Acknowledgement } from "./commands/command-kind.ts";
import { KeptEntries } from "./kept-entries.ts";
import { isPassing, Lanes } from "./lanes.ts";
import type { LoadFiles, NeededFiles } from "./needed-files.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { addressOf, roomKeyOf } from "./reducers/addresses.ts";
import { withoutPending, withPending, withPendingWhere } from "./reducers/pending.ts";
import { withLocalRead, withReadPosition, withUnreadCount } from "./reducers/subscriptions.ts";
import type { Runtime, Timer } from "./runtime.ts";
import { shownHeadOf } from "./state.ts";
import type { WritableStore } from "./store.ts";

export interface OutboxOptions {
  readonly runtime: Runtime;
  readonly store: WritableStore<ChatState>;
  readonly entries: OutboxStore;
  /** Where the person writes now; undefined while that is not known. */
  readonly workspaceId: () => WorkspaceId | undefined;
  /** One try, over whatever way there is; undefined where nothing changed. */
  readonly send: (entry: OutboxEntry) => Promise<Acknowledgement | undefined>;
  /** One try of a read; answers the new count where that does not come by itself. */
  readonly sendRead: (entry: ReadEntry, isMeant: () => boolean) => Promise<UnreadCount | undefined>;
  /** The files of commands that need some. */
  readonly files: LoadFiles;
  /** Takes what was acknowledged as an event of the room. */
  readonly accept: (roomId: RoomId, acknowledgement: Acknowledgement) => void;
  /** Refused for good, and nothing of it is worth keeping: the screen shows the room without it again. */
  readonly onTakenBack: (entry: OutboxEntry, error: ApiError) => void;
}

/** How often it is looked for messages that a tab left behind when it was closed. */
const LEFT_BEHIND_MS = 30_000;

/**
 * Commands on their way: stored before the first try, sent one after the other in each room in the order of writing, and
 * again under the same id until the server has them or refuses them for good. Only then one with a text of the person is
 * `failed` and waits for them, and any other is taken back; the ones behind it go on. Two tabs share the stored entries and send
 * them one at a time. A command of one workspace waits while the person is in another, and is not shown there. A read is a
 * command as well, but goes beside them, and only the newest of a room: it does not wait for a command that cannot be sent, and
 * is kept with the snapshot of the page alone.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #entries: KeptEntries;
  /** Shown, but without a place in the order yet: sent by nobody until it is known what was written before. */
  readonly #unplaced = new Set<string>();
  /** The newest read of each room that the server has not confirmed. */
  #reads: readonly ReadEntry[] = [];
  readonly #refused = new WeakMap<ReadEntry, ApiError>();
  /** One for each room. */
  readonly #lanes: Lanes;
  readonly #readLanes: Lanes;
  #watch: Timer | undefined;
  #lastPosition = 0;
  #hasLooked = false;
  /** The first look at what the person has stored, while it lasts. */
  #firstLook: Promise<readonly OutboxEntry[]> | undefined;
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { runtime, entries } = options;
    this.#entries = new KeptEntries(entries, () => this.#unacknowledged());
    this.#lanes = new Lanes({ runtime, sendNext: (lane) => this.#sendNext(lane) });
    this.#readLanes = new Lanes({ runtime, sendNext: (lane) => this.#sendRead(lane as RoomId) });
  }

  /** Shows what it changes at once and settles when it is stored. */
  async add(userId: UserId, roomId: RoomId, command: Command): Promise<void> {
    const clientMessageId = this.#nextId();
    const entry: OutboxEntry = {
      clientMessageId,
      userId,
      workspaceId: this.#options.workspaceId(),
      roomId,
      sessionRoomSlug: addressOf(this.#options.store.getSnapshot(), roomId),
      position: this.#nextPosition(),
      failure: null,
      ...command,
    };
    if (!this.#firstLook) await this.#keep(entry);
    else {
      this.#unplaced.add(clientMessageId);
      this.#show(entry);
      await this.#firstLook;
      // Discarded in the meantime, or everything of the person is gone.
      if (!this.#unplaced.delete(clientMessageId)) return;
      await this.#keep({ ...entry, position: this.#nextPosition() });
    }
    void this.#lanes.flush(roomId);
  }

  /**
   * Shows at once what is read, in the place of an older read of the room. Settles when the server has it or it has to wait, and
   * fails when it is refused.
   */
  async read(
    userId: UserId,
    roomId: RoomId,
    mark: Pick<ReadEntry, "messageId" | "msgNo">,
  ): Promise<void> {
    const workspaceId = this.#options.workspaceId();
    const sessionRoomSlug = addressOf(this.#options.store.getSnapshot(), roomId);
    const place = { userId, workspaceId, roomId, sessionRoomSlug };
    const entry: ReadEntry = { kind: "read", ...place, ...mark };
    const others = this.#reads.filter((each) => each !== this.#findRead(roomId));
    this.#reads = [...others, entry];
    this.#showRead(entry);
    await this.#readLanes.flush(roomId);
    const refusal = this.#refused.get(entry);
    if (refusal) throw refusal;
  }

  /** The person's reads here that the server has not confirmed. */
  get reads(): readonly ReadEntry[] {
    return this.#reads.filter((each) => this.#isMeant(each));
  }

  /**
   * Takes up entries that an earlier page left, or that a person's other tab has not sent yet; looked for again from time to
   * time. Answers how many wait for another workspace.
   */
  async restore(userId: UserId): Promise<number> {
    const looking = this.#look(userId);
    if (!this.#hasLooked) this.#firstLook = looking;
    this.#hasLooked = true;
    const entries = await looking;
    if (this.#firstLook === looking) this.#firstLook = undefined;
    if (this.#user !== userId || this.#isClosed) return 0;
    for (const entry of entries) this.#show(entry);
    this.flushAll(entries.map((each) => each.roomId));
    this.#watch?.cancel();
    const look = (): void => void this.restore(userId);
    this.#watch = this.#options.runtime.startTimer(look, LEFT_BEHIND_MS);
    const elsewhere = entries.filter((each) => !this.#isMeant(each));
    return elsewhere.filter((each) => kindOf(each).keepsText).length;
  }

  /**
   * To be called when the channel is open, in whatever workspace: what was written there goes on, as does what was written before
   * any was known, and nothing of another one is shown.
   */
  resume(userId: UserId): void {
    const { store, workspaceId } = this.#options;
    const here = workspaceId();
    store.update((state) => withPendingWhere(state, (each) => this.#isMeant(each)));
    this.#reads = this.#reads.map((each) =>
      each.workspaceId ? each : { ...each, workspaceId: here },
    );
    for (const each of this.#reads) this.#showRead(each);
    this.flushAll();
    void this.restore(userId);
  }

  /** Tries at once what waits, on the screen or stored in these rooms. */
  flushAll(stored: readonly RoomId[] = []): void {
    const ids = new Set([...this.#options.store.getSnapshot().pending.keys(), ...stored]);
    for (const roomId of ids) void this.#lanes.flush(roomId);
    for (const each of this.#reads) void this.#readLanes.flush(each.roomId);
  }

  /**
   * A failed entry once more; one that is unknown or not failed changes nothing.
   */
  async retry(clientMessageId: string): Promise<void> {
    const known = this.#find(clientMessageId);
    if (!known?.failure) return;
    const entry = { ...toEntry(known), failure: null };
    const again = kindOf(entry).again?.(entry, this.#options.store.getSnapshot());
    await this.#keep(again ?? { ...entry, clientMessageId: this.#nextId() });
    if (!again) await this.#drop(known);
    await this.#withFiles(known, (files, ids) => files.retry(ids));
    void this.#lanes.flush(known.roomId);
  }

  /** Throws a message away. One that is just being sent may still arrive. */
  async discard(clientMessageId: string): Promise<void> {
    const known = this.#find(clientMessageId);
    if (!known) return;
    await this.#drop(known);
    await this.#withFiles(known, (files, ids) => files.cancel(ids));
  }

  /** Nothing of the person stays on this device. */
  async clear(userId: string): Promise<void> {
    this.#unplaced.clear();
    await this.#entries.clear(userId);
  }

  /** Stops what waits; what is stored stays stored, and nothing else does. */
  stop(): void {
    this.#hasLooked = false;
    this.#watch?.cancel();
    this.#lanes.stop();
    this.#readLanes.stop();
    this.#reads = [];
  }

  close(): void {
    this.#isClosed = true;
    this.stop();
  }

  get #user(): string | undefined {
    return this.#options.store.getSnapshot().currentUser?.id;
  }

  /** Does the entry belong to the present person and workspace? Either may have changed while it was on its way. */
  #isMeant({ userId, workspaceId }: Pick<OutboxEntry, "userId" | "workspaceId">): boolean {
    const here = this.#options.workspaceId();
    const isHere = here === undefined || workspaceId === undefined || workspaceId === here;
    return isHere && userId === this.#user;
  }

  #nextId(): string {
    return `temp_${this.#options.runtime.uuid()}`;
  }

  #nextPosition(): number {
    this.#lastPosition = Math.max(this.#options.runtime.now(), this.#lastPosition + 1);
    return this.#lastPosition;
  }

  /** The stored entries were written before: a new one goes behind them, even where the clock was set back since. */
  async #look(userId: UserId): Promise<readonly OutboxEntry[]> {
    const entries = await this.#entries.list(userId);
    for (const { position } of entries) this.#lastPosition = Math.max(this.#lastPosition, position);
    return entries.map((each) => this.#placed(each));
  }

  get #shown(): readonly PendingEntry[] {
    return [...this.#options.store.getSnapshot().pending.values()].flat();
  }

  #find(clientMessageId: string): PendingEntry | undefined {
    return this.#shown.find((each) => each.clientMessageId === clientMessageId);
  }

  #findRead(roomId: RoomId): ReadEntry | undefined {
    return this.#reads.find((each) => each.roomId === roomId && this.#isMeant(each));
  }

  #show(entry: OutboxEntry, acknowledgedSeq: number | null = null): void {
    if (!this.#isMeant(entry)) return;
    this.#options.store.update((state) => withPending(state, { ...entry, acknowledgedSeq }));
  }

  #showRead(entry: ReadEntry): void {
    if (!this.#isMeant(entry)) return;
    const { roomId, msgNo } = entry;
    this.#options.store.update((state) => withLocalRead(state, roomId, msgNo));
  }

  async #keep(entry: OutboxEntry): Promise<void> {
    this.#show(entry);
    await this.#entries.put(entry);
  }

  async #drop(entry: OutboxEntry): Promise<void> {
    const { clientMessageId, roomId } = entry;
    this.#options.store.update((state) => withoutPending(state, roomId, clientMessageId));
    await this.#remove(clientMessageId);
  }

  async #remove(clientMessageId: string): Promise<void> {
    this.#unplaced.delete(clientMessageId);
    await this.#entries.remove(clientMessageId);
  }

  #unacknowledged(): OutboxEntry[] {
    return this.#shown.filter((each) => each.acknowledgedSeq === null).map(toEntry);
  }

  /** False when nothing of the room is to be sent. */
  async #sendNext(lane: string): Promise<boolean> {
    const userId = this.#user;
    const roomId = roomKeyOf(this.#options.store.getSnapshot(), lane);
    if (userId === undefined) return false;
    const { locks } = this.#options.runtime;
    // The lock keeps the other tabs from sending the same entries at the same time, or later ones first. It is one for all
    // workspaces: what was written before any was known may be taken by each.
    return locks.run(`colbin-outbox ${userId} ${roomId}`, async () => {
      const listed = await this.#entries.list(userId);
      if (this.#user !== userId || this.#isClosed) return false;
      const ofRoom = listed.filter(
        (each) => this.#placed(each).roomId === roomId && this.#isMeant(each),
      );
      const entries = ofRoom.map((each) => this.#bind(each));
      this.#followOthers(roomId, entries);
      for (const entry of entries) if (await this.#sendIfReady(entry)) return true;
      return false;
    });
  }

  /** One that waits for its files holds up nothing behind it. */
  async #sendIfReady(entry: OutboxEntry): Promise<boolean> {
    if (entry.failure !== null) return false;
    const state = await this.#withFiles(entry, (files, ids) => files.stateOf(ids));
    if (state === "coming") return false;
    await (typeof state === "object" ? this.#fail(entry, state) : this.#send(entry));
    return true;
  }

  /** Does it with the files that the entry needs; undefined where it needs none. */
  async #withFiles<T>(
    entry: OutboxEntry,
    act: (files: NeededFiles, ids: readonly string[]) => T | Promise<T>,
  ): Promise<T | undefined> {
    const ids = kindOf(entry).needs?.(entry);
    return ids?.length ? act(await this.#options.files(), ids) : undefined;
  }

  /** With its room, and the present address of that. */
  #placed(entry: StoredEntry): OutboxEntry {
    const state = this.#options.store.getSnapshot();
    const roomId = roomKeyOf(state, entry.roomId ?? entry.sessionRoomSlug);
    return { ...entry, roomId, sessionRoomSlug: addressOf(state, roomId, entry.sessionRoomSlug) };
  }

  /** An entry that was written before any workspace was known belongs to the first one. */
  #bind(entry: StoredEntry): OutboxEntry {
    const workspaceId = entry.workspaceId ?? this.#options.workspaceId();
    const bound = { ...this.#placed(entry), workspaceId };
    const isSame = bound.roomId === entry.roomId && workspaceId === entry.workspaceId;
    if (!isSame) void this.#entries.put(bound);
    return bound;
  }

  /** False when no read of the room is to be sent. */
  async #sendRead(roomId: RoomId): Promise<boolean> {
    const entry = this.#findRead(roomId);
    if (!entry) return false;
    const isMeant = (): boolean => this.#isMeant(entry);
    const { store, sendRead } = this.#options;
    try {
      const count = await sendRead(entry, isMeant);
      if (!isMeant()) return true;
      store.update((state) => withReadPosition(state, roomId, entry.msgNo));
      if (count) store.update((state) => withUnreadCount(state, count));
    } catch (cause) {
      const error = toApiError(cause);
      if (isPassing(error)) throw error;
      this.#refused.set(entry, error);
    }
    // A newer one goes on being shown.
    if (this.#findRead(roomId) === entry)
      store.update((state) => withLocalRead(state, roomId, null));
    this.#reads = this.#reads.filter((each) => each !== entry);
    return true;
  }

  /** An entry that another tab has sent, discarded or had refused is so here, too; one that the log is about to bring stays until it does. */
  #followOthers(roomId: RoomId, entries: readonly OutboxEntry[]): void {
    const { store } = this.#options;
    const kept = new Map(entries.map((each) => [each.clientMessageId, each]));
    for (const shown of store.getSnapshot().pending.get(roomId) ?? []) {
      const { clientMessageId: id, acknowledgedSeq, failure } = shown;
      const entry = kept.get(id);
      const isOwn = this.#unplaced.has(id) || this.#entries.isUnstored(id);
      if (entry?.failure && !failure) this.#show(entry);
      else if (!entry && !isOwn && acknowledgedSeq === null)
        store.update((state) => withoutPending(state, roomId, id));
    }
  }

  async #send(entry: OutboxEntry): Promise<void> {
    try {
      await this.#settle(entry, await this.#options.send(entry));
    } catch (cause) {
      const error = toApiError(cause);
      if (isPassing(error)) throw error;
      return this.#refuse(entry, error);
    }
    await this.#withFiles(entry, (files, ids) => files.forget(ids));
  }

  async #refuse(entry: OutboxEntry, error: ApiError): Promise<void> {
    const { code, details } = error;
    const isLost = code === "FILE_NOT_USABLE";
    const renew = (files: NeededFiles, ids: readonly string[]): Promise<boolean> =>
      files.renew(ids, details["fileId"]);
    if (isLost && (await this.#withFiles(entry, renew))) return;
    if (kindOf(entry).keepsText) await this.#fail(entry, error);
    else {
      await this.#drop(entry);
      this.#options.onTakenBack(entry, error);
    }
  }

  /** Refused for good: the text stays, unless the person has thrown it away in the meantime. */
  async #fail(entry: OutboxEntry, { code, message }: SendFailure): Promise<void> {
    const listed = await this.#entries.list(entry.userId);
    const isThere = listed.some((each) => each.clientMessageId === entry.clientMessageId);
    if (isThere) await this.#keep({ ...entry, failure: { code, message } });
  }

  async #settle(entry: OutboxEntry, acknowledgement: Acknowledgement | undefined): Promise<void> {
    if (!acknowledgement || !this.#isMeant(entry)) return this.#drop(entry);
    const { clientMessageId, roomId } = entry;
    this.#options.accept(roomId, acknowledgement);
    const head = shownHeadOf(this.#options.store.getSnapshot(), roomId);
    const isShown = this.#find(clientMessageId) !== undefined;
    // Earlier events are still missing: shown as sent until the log has come that far.
    if (isShown && head !== undefined && head < acknowledgement.seq) {
      this.#show(entry, acknowledgement.seq);
      await this.#remove(clientMessageId);
    } else await this.#drop(entry);
  }
}

function toEntry(pending: PendingEntry): OutboxEntry {
  const { acknowledgedSeq: _seq, ...entry } = pending;
  return entry;
}
