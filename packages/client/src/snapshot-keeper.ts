import type { UserId, WorkspaceId } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import type { ChatState, ReadEntry } from "./chat-state.ts";
import type { Outbox } from "./outbox.ts";
import { withLocalRead } from "./reducers/subscriptions.ts";
import type { Timer } from "./runtime.ts";
import { readSnapshot, toSnapshotText, withSnapshot } from "./snapshot.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import type { WritableStore } from "./store.ts";
import type { Sync } from "./sync.ts";

interface SnapshotKeeperOptions {
  readonly account: AccountWithTokens;
  readonly store: WritableStore<ChatState>;
  readonly snapshots: SnapshotStore;
  readonly sync: Sync;
  readonly outbox: Outbox;
}

/** A change is kept after this, together with those that follow meanwhile. */
const SAVE_DELAY_MS = 10_000;
/** While nothing of this page is kept. The write of a page that ends may be lost, so that it is only tried. */
const FIRST_SAVE_DELAY_MS = 1_000;
/** What takes longer to be read is not waited for. */
const READ_PATIENCE_MS = 500;

const keptParts = [
  "subscriptions",
  "messages",
  "localReads",
  "pages",
  "activeRoomSlug",
  "sidebar",
  "otherWorkspaces",
  "notifications",
] as const satisfies readonly (keyof ChatState)[];

/**
 * Keeps the state of the chat on the device and shows it again when the page is loaded, before the server has said anything. It is used
 * for nobody but its person in its workspace, and goes with the session, in whichever tab that ends. A state that is restored is one as
 * after a lost connection: the list is read, and the channel is resumed after the seqs that were known, so all that was missed comes,
 * and a log that began anew is noticed. Where nothing can be kept or read, everything begins empty.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #stops: (() => void)[];
  #saved: ChatState;
  /** Was anything of this person kept by this page? */
  #hasSaved = false;
  #timer: Timer | undefined;
  /** Of what was restored. */
  #shownIn: WorkspaceId | undefined;
  #restored: Promise<void> = Promise.resolve();
  /** Of an earlier page, not confirmed; they wait for the list. */
  #reads: readonly ReadEntry[] = [];

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    const { account, store } = options;
    this.#saved = store.getSnapshot();
    this.#stops = [
      store.subscribe(() => {
        this.#sendReads();
        this.#onChange();
      }),
      account.runtime.onSignal((signal) => {
        // It may be the last that the page does.
        if (signal === "hidden") this.#save();
      }),
    ];
  }

  /** Settles when what was kept is shown, or soon. The same promise for the same person. */
  get restored(): Promise<void> {
    return this.#restored;
  }

  /** Does the state come from a workspace that the session has left before any channel told of it? */
  get isOfAnother(): boolean {
    const { account } = this.#options;
    const isEntered = account.place.getSnapshot() !== undefined;
    return this.#shownIn !== undefined && !isEntered && account.workspaceId() !== this.#shownIn;
  }

  /** To be called with an empty state of this person. */
  restore(userId: UserId): void {
    this.#stopTimer();
    this.#hasSaved = false;
    this.#shownIn = undefined;
    this.#reads = [];
    const { runtime } = this.#options.account;
    this.#restored = new Promise((resolve) => {
      const patience = runtime.startTimer(resolve, READ_PATIENCE_MS);
      // What cannot be read is as if it were not there.
      const done = this.#restore(userId).catch(() => undefined);
      void done.then(() => {
        patience.cancel();
        resolve();
      });
    });
  }

  /** Nothing of any person stays on this device. */
  async clear(): Promise<void> {
    this.#stopTimer();
    await this.#options.snapshots.clear();
  }

  close(): void {
    this.#stopTimer();
    for (const stop of this.#stops) stop();
  }

  async #restore(userId: UserId): Promise<void> {
    const { account, store, snapshots, sync } = this.#options;
    const text = await snapshots.read();
    if (text === undefined) return;
    const snapshot = readSnapshot(text);
    if (snapshot?.userId !== userId) return snapshots.clear();
    const state = store.getSnapshot();
    const isOwn =
      state.currentUser?.id === userId && account.workspaceId() === snapshot.workspaceId;
    // Whatever the server has told meanwhile is newer.
    if (!isOwn || state.hasSubscriptions || sync.origin) return;
    const restored = withSnapshot(state, snapshot);
    sync.restore(snapshot);
    this.#shownIn = snapshot.workspaceId;
    this.#reads = snapshot.reads;
    store.update(() => restored);
  }

  /**
   * Sends what an earlier page read, where the list does not have it yet. Elsewhere it is old: the person may have read on since, or
   * marked the room as unread, which a read ends.
   */
  #sendReads(): void {
    const { store, outbox } = this.#options;
    if (this.#reads.length === 0 || !store.getSnapshot().hasSubscriptions) return;
    const reads = this.#reads;
    this.#reads = [];
    const newer = new Set(outbox.reads.map(({ sessionRoomSlug }) => sessionRoomSlug));
    for (const { userId, sessionRoomSlug: slug, messageId, msgNo } of reads) {
      if (newer.has(slug)) continue;
      const room = store.getSnapshot().subscriptions.get(slug);
      if (room && room.readMsgNo < msgNo && room.unreadFromMsgNo === undefined)
        // The screen shows the room as unread again where the server refuses.
        outbox.read(userId, slug, { messageId, msgNo }).catch(() => undefined);
      else store.update((state) => withLocalRead(state, slug, null));
    }
  }

  #onChange(): void {
    if (this.#timer || !this.#isChanged) return;
    const { runtime } = this.#options.account;
    const delayMs = this.#hasSaved ? SAVE_DELAY_MS : FIRST_SAVE_DELAY_MS;
    this.#timer = runtime.startTimer(() => this.#save(), delayMs);
  }

  get #isChanged(): boolean {
    const state = this.#options.store.getSnapshot();
    return keptParts.some((part) => state[part] !== this.#saved[part]);
  }

  #save(): void {
    this.#stopTimer();
    const { account, store, snapshots, sync, outbox } = this.#options;
    const state = store.getSnapshot();
    const { currentUser, hasSubscriptions } = state;
    // Another tab may have signed out, of which this one has not heard.
    const isSignedIn = currentUser !== null && account.tokens.storedToken !== undefined;
    if (!isSignedIn || !hasSubscriptions || !sync.origin || !this.#isChanged) return;
    this.#saved = state;
    this.#hasSaved = true;
    const text = toSnapshotText(state, currentUser.id, sync.origin, outbox.reads);
    const kept = text === undefined ? snapshots.clear() : snapshots.write(text);
    // Where the device keeps nothing, the next page begins empty.
    kept.catch(() => undefined);
  }

  #stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
