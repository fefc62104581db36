import type { UserId, WorkspaceId } from "@colbin/protocol";
import { toApiError, type ApiError } from "./api-error.ts";
import { backOffMs } from "./back-off.ts";
import type { ChatState, Command, OutboxEntry, PendingEntry } from "./chat-state.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { withoutPending, withPending } from "./reducers/pending.ts";
import type { Runtime, Timer } from "./runtime.ts";
import type { Acknowledgement } from "./send-attempt.ts";
import { headOf } from "./state.ts";
import type { WritableStore } from "./store.ts";

export interface OutboxOptions {
  readonly runtime: Runtime;
  readonly store: WritableStore<ChatState>;
  readonly entries: OutboxStore;
  /** Where the person writes now. */
  readonly workspaceId: () => WorkspaceId | undefined;
  /** One try, over whatever way there is; undefined where nothing changed. */
  readonly send: (entry: OutboxEntry) => Promise<Acknowledgement | undefined>;
  /** Takes what was acknowledged as an event of the room. */
  readonly accept: (acknowledgement: Acknowledgement) => void;
  /** Refused for good, and nothing of it is worth keeping: the screen shows the room without it again. */
  readonly onTakenBack: (entry: OutboxEntry, error: ApiError) => void;
}

/** How often it is looked for messages that a tab left behind when it was closed. */
const LEFT_BEHIND_MS = 30_000;

/**
 * Commands on their way: stored before the first try, sent one after the other in each room in the order of writing, and
 * again under the same id until the server has them or refuses them for good. Only then one with a text of the person is
 * `failed` and waits for them, and any other is taken back; the ones behind it go on. Two tabs share the stored entries and send
 * them one at a time.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  /** Entries that the store does not hold: being stored, or it could not take them. */
  readonly #unstored = new Map<string, OutboxEntry>();
  /** Shown, but without a place in the order yet: sent by nobody until it is known what was written before. */
  readonly #unplaced = new Set<string>();
  /** Acknowledged or discarded here: never sent again, even if the store could not remove them. */
  readonly #done = new Set<string>();
  readonly #flushing = new Map<string, { isAgain: boolean }>();
  readonly #timers = new Map<string, Timer>();
  readonly #failures = new Map<string, number>();
  #watch: Timer | undefined;
  #lastPosition = 0;
  #hasLooked = false;
  /** The first look at what the person has stored, while it lasts. */
  #firstLook: Promise<readonly OutboxEntry[]> | undefined;
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Shows what it changes at once and settles when it is stored. */
  async add(userId: UserId, slug: string, command: Command): Promise<void> {
    const clientMessageId = `temp_${this.#options.runtime.uuid()}`;
    const entry: OutboxEntry = {
      clientMessageId,
      userId,
      workspaceId: this.#options.workspaceId(),
      sessionRoomSlug: slug,
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
    this.#flush(slug);
  }

  /** What an earlier page left, or a person's other tab has not sent yet; looked for again from time to time. */
  async restore(userId: UserId): Promise<void> {
    const looking = this.#look(userId);
    if (!this.#hasLooked) this.#firstLook = looking;
    this.#hasLooked = true;
    const entries = await looking;
    if (this.#firstLook === looking) this.#firstLook = undefined;
    if (this.#user !== userId || this.#isClosed) return;
    for (const entry of entries) this.#show(entry);
    this.flushAll();
    this.#watch?.cancel();
    const look = (): void => void this.restore(userId);
    this.#watch = this.#options.runtime.startTimer(look, LEFT_BEHIND_MS);
  }

  /** To be called when sending has become possible again. */
  flushAll(): void {
    for (const slug of this.#options.store.getSnapshot().pending.keys()) this.#flush(slug);
  }

  /** A failed message once more, under the same id; one that is unknown or not failed changes nothing. */
  async retry(clientMessageId: string): Promise<void> {
    const known = this.#find(clientMessageId);
    if (!known?.failure) return;
    // Shown after what the person knows now.
    const anchorSeq = headOf(this.#options.store.getSnapshot(), known.sessionRoomSlug);
    const moved = anchorSeq !== undefined && known.kind === "send" ? { anchorSeq } : {};
    await this.#keep({ ...toEntry(known), ...moved, failure: null });
    this.#flush(known.sessionRoomSlug);
  }

  /** Throws a message away. One that is just being sent may still arrive. */
  async discard(clientMessageId: string): Promise<void> {
    const known = this.#find(clientMessageId);
    if (known) await this.#drop(known);
  }

  /** Nothing of the person stays on this device. */
  async clear(userId: string): Promise<void> {
    this.#unstored.clear();
    this.#unplaced.clear();
    await this.#options.entries.clear(userId);
  }

  /** Stops what waits; what is stored stays stored. */
  stop(): void {
    this.#hasLooked = false;
    this.#watch?.cancel();
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#failures.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.stop();
  }

  get #user(): string | undefined {
    return this.#options.store.getSnapshot().currentUser?.id;
  }

  #nextPosition(): number {
    this.#lastPosition = Math.max(this.#options.runtime.now(), this.#lastPosition + 1);
    return this.#lastPosition;
  }

  /** What is stored was written before: what comes now goes behind it, even where the clock was set back since. */
  async #look(userId: UserId): Promise<readonly OutboxEntry[]> {
    const entries = await this.#list(userId);
    for (const { position } of entries) this.#lastPosition = Math.max(this.#lastPosition, position);
    return entries;
  }

  #find(clientMessageId: string): PendingEntry | undefined {
    const lists = [...this.#options.store.getSnapshot().pending.values()];
    return lists.flat().find((each) => each.clientMessageId === clientMessageId);
  }

  /** Only to its author: another may have signed in while it was on its way. */
  #show(entry: OutboxEntry, acknowledgedSeq: number | null = null): void {
    if (entry.userId !== this.#user) return;
    this.#options.store.update((state) => withPending(state, { ...entry, acknowledgedSeq }));
  }

  async #keep(entry: OutboxEntry): Promise<void> {
    this.#unstored.set(entry.clientMessageId, entry);
    this.#show(entry);
    try {
      await this.#options.entries.put(entry);
      this.#unstored.delete(entry.clientMessageId);
    } catch {
      // A store that is full or forbidden: the message lives as long as the page.
    }
  }

  async #drop(entry: OutboxEntry): Promise<void> {
    const { clientMessageId, sessionRoomSlug } = entry;
    this.#options.store.update((state) => withoutPending(state, sessionRoomSlug, clientMessageId));
    await this.#remove(clientMessageId);
  }

  async #remove(clientMessageId: string): Promise<void> {
    this.#unstored.delete(clientMessageId);
    this.#unplaced.delete(clientMessageId);
    this.#done.add(clientMessageId);
    try {
      await this.#options.entries.remove(clientMessageId);
      this.#done.delete(clientMessageId);
    } catch {
      // Sent again after a reload, it is found to be a repetition by its id.
    }
  }

  /** In the order of writing: what is stored, and what could not be. */
  async #list(userId: string): Promise<OutboxEntry[]> {
    const own = [...this.#unstored.values()].filter((each) => each.userId === userId);
    const ids = new Set(own.map((each) => each.clientMessageId));
    const stored = await this.#listStored(userId);
    const others = stored.filter(({ clientMessageId: id }) => !ids.has(id) && !this.#done.has(id));
    return [...others, ...own].toSorted((one, other) => one.position - other.position);
  }

  async #listStored(userId: string): Promise<readonly OutboxEntry[]> {
    try {
      return await this.#options.entries.list(userId);
    } catch {
      const shown = [...this.#options.store.getSnapshot().pending.values()].flat();
      return shown.filter((each) => each.acknowledgedSeq === null).map(toEntry);
    }
  }

  /** One flush a room at a time; a call during one makes it look again. */
  #flush(slug: string): void {
    this.#timers.get(slug)?.cancel();
    this.#timers.delete(slug);
    const running = this.#flushing.get(slug);
    if (running) running.isAgain = true;
    else void this.#flushRoom(slug);
  }

  async #flushRoom(slug: string): Promise<void> {
    const run = { isAgain: true };
    this.#flushing.set(slug, run);
    while (run.isAgain) {
      run.isAgain = false;
      const userId = this.#user;
      if (userId === undefined || this.#isClosed) break;
      const { locks } = this.#options.runtime;
      // The lock keeps the other tabs from sending the same entries at the same time, or later ones first.
      await locks.run(`colbin-outbox ${userId} ${slug}`, () => this.#sendAll(userId, slug));
    }
    this.#flushing.delete(slug);
  }

  async #sendAll(userId: string, slug: string): Promise<void> {
    for (;;) {
      const listed = await this.#list(userId);
      const entries = listed.filter((each) => each.sessionRoomSlug === slug);
      if (this.#user !== userId || this.#isClosed) return;
      this.#forgetMissing(slug, entries);
      this.#showRefused(slug, entries);
      const entry = entries.find((each) => each.failure === null);
      if (!entry || !(await this.#sendOne(entry))) return;
    }
  }

  /** Sent or discarded by another tab; the ones that the log is about to bring stay until it does. */
  #forgetMissing(slug: string, entries: readonly OutboxEntry[]): void {
    const ids = new Set(entries.map((each) => each.clientMessageId));
    const shown = this.#options.store.getSnapshot().pending.get(slug) ?? [];
    for (const { clientMessageId, acknowledgedSeq } of shown) {
      const isKnown = [ids, this.#unstored, this.#unplaced].some((each) =>
        each.has(clientMessageId),
      );
      if (!isKnown && acknowledgedSeq === null)
        this.#options.store.update((state) => withoutPending(state, slug, clientMessageId));
    }
  }

  /** What another tab had refused is refused here, too. */
  #showRefused(slug: string, entries: readonly OutboxEntry[]): void {
    const shown = this.#options.store.getSnapshot().pending.get(slug) ?? [];
    const waiting = new Set(
      shown.filter((each) => !each.failure).map((each) => each.clientMessageId),
    );
    for (const entry of entries)
      if (entry.failure && waiting.has(entry.clientMessageId)) this.#show(entry);
  }

  /** False when the room has to wait. */
  async #sendOne(entry: OutboxEntry): Promise<boolean> {
    const slug = entry.sessionRoomSlug;
    try {
      const acknowledgement = await this.#options.send(entry);
      this.#failures.delete(slug);
      await this.#settle(entry, acknowledgement);
      return true;
    } catch (cause) {
      const error = toApiError(cause);
      // Signed out is not refused: the text waits until its author is back.
      if (error.retryable || error.status === 401) {
        this.#wait(slug, error);
        return false;
      }
      if (hasText(entry)) await this.#fail(entry, error);
      else {
        await this.#drop(entry);
        this.#options.onTakenBack(entry, error);
      }
      return true;
    }
  }

  /** Refused for good: the text stays, unless the person has thrown it away in the meantime. */
  async #fail(entry: OutboxEntry, { code, message }: ApiError): Promise<void> {
    const listed = await this.#list(entry.userId);
    const isThere = listed.some((each) => each.clientMessageId === entry.clientMessageId);
    if (isThere) await this.#keep({ ...entry, failure: { code, message } });
  }

  async #settle(entry: OutboxEntry, acknowledgement: Acknowledgement | undefined): Promise<void> {
    if (!acknowledgement) return this.#drop(entry);
    const { clientMessageId, sessionRoomSlug: slug } = entry;
    this.#options.accept(acknowledgement);
    const state = this.#options.store.getSnapshot();
    const head = headOf(state, slug);
    const isShown = this.#find(clientMessageId) !== undefined;
    // Earlier events are still missing: shown as sent until the log has come that far.
    if (isShown && head !== undefined && head < acknowledgement.seq) {
      this.#show(entry, acknowledgement.seq);
      await this.#remove(clientMessageId);
    } else await this.#drop(entry);
  }

  #wait(slug: string, error: ApiError): void {
    const failures = (this.#failures.get(slug) ?? 0) + 1;
    this.#failures.set(slug, failures);
    const { runtime } = this.#options;
    const delay = (error.retryAfterMs ?? 0) + backOffMs(failures, runtime.random);
    if (this.#isClosed || this.#user === undefined) return;
    this.#timers.get(slug)?.cancel();
    this.#timers.set(
      slug,
      runtime.startTimer(() => this.#flush(slug), delay),
    );
  }
}

/** What the person wrote is never thrown away but by them. */
function hasText({ kind }: OutboxEntry): boolean {
  return kind === "send" || kind === "edit";
}

function toEntry(pending: PendingEntry): OutboxEntry {
  const { acknowledgedSeq: _seq, ...entry } = pending;
  return entry;
}
