import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import type { ChatState, KnownMessage, ReadEntry, RoomPage } from "./chat-state.ts";
import type { Outbox } from "./outbox.ts";
import { withLocalRead } from "./reducers/subscriptions.ts";
import type { Timer } from "./runtime.ts";
import { keptRooms, readSnapshot, toKeptList, toKeptRoom, withSnapshot } from "./snapshot.ts";
import type { SnapshotPlace, SnapshotStore } from "./snapshot-store.ts";
import type { WritableStore } from "./store.ts";
import type { Sync } from "./sync.ts";

interface SnapshotKeeperOptions {
  readonly account: AccountWithTokens;
  readonly store: WritableStore<ChatState>;
  readonly snapshots: SnapshotStore;
  readonly sync: Sync;
  readonly outbox: Outbox;
}

/** The messages of a room are kept after this, and the first list. The write of a page that ends may be lost, so that it is only tried. */
const SAVE_DELAY_MS = 1_000;
/** A list is long, and changes with each message of any room. */
const LIST_DELAY_MS = 10_000;
/** A slower reading is not waited for. */
const READ_PATIENCE_MS = 500;

const listParts = [
  "subscriptions",
  "localReads",
  "activeRoomId",
  "sidebar",
  "otherWorkspaces",
  "notifications",
] as const satisfies readonly (keyof ChatState)[];
const roomParts = ["messages", "pages"] as const satisfies readonly (keyof ChatState)[];

/** The parts of the state from which a row was made. */
interface Source {
  readonly messages: readonly KnownMessage[] | undefined;
  readonly page: RoomPage | undefined;
}

/** The rows that this page has kept, in one place and of one log. */
interface Saved extends SnapshotPlace {
  readonly logEpoch: string;
  /** The state from which the list was made. */
  readonly list: ChatState;
  /** The state with which the rows were compared last. */
  readonly state: ChatState;
  readonly rooms: ReadonlyMap<RoomId, Source>;
}

/**
 * Keeps the state of the chat on the device and shows it again when the page is loaded, before the server has said anything. It is used
 * for nobody but its person in its workspace, and goes with the session, in whichever tab that ends. A state that is restored is one as
 * after a lost connection: the list is read, and the channel is resumed after the seqs that were known, so all that was missed comes,
 * and a log that began anew is noticed. Where nothing can be kept or read, everything begins empty.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #stops: (() => void)[];
  #saved: Saved | undefined;
  readonly #timers: { list?: Timer | undefined; rooms?: Timer | undefined } = {};
  /** The workspace of the restored state. */
  #shownIn: WorkspaceId | undefined;
  #restored: Promise<void> = Promise.resolve();
  /** Reads of an earlier page, not confirmed; they wait for the list. */
  #reads: readonly ReadEntry[] = [];

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    const { account, store } = options;
    this.#stops = [
      store.subscribe(() => {
        this.#sendReads();
        this.#onChange();
      }),
      account.runtime.onSignal((signal) => {
        // It may be the last that the page does.
        if (signal === "hidden") this.#save("list");
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
    this.#stopTimers();
    this.#saved = undefined;
    this.#shownIn = undefined;
    this.#reads = [];
    const { runtime } = this.#options.account;
    this.#restored = new Promise((resolve) => {
      const patience = runtime.startTimer(resolve, READ_PATIENCE_MS);
      // A snapshot that cannot be read counts as none.
      const done = this.#restore(userId).catch(() => undefined);
      void done.then(() => {
        patience.cancel();
        resolve();
      });
    });
  }

  /** Nothing of any person stays on this device. */
  async clear(): Promise<void> {
    this.#stopTimers();
    this.#saved = undefined;
    await this.#options.snapshots.clear();
  }

  close(): void {
    this.#stopTimers();
    for (const stop of this.#stops) stop();
  }

  async #restore(userId: UserId): Promise<void> {
    const { account, store, snapshots, sync } = this.#options;
    const workspaceId = account.workspaceId();
    if (workspaceId === undefined) return;
    const stored = await snapshots.read({ userId, workspaceId });
    if (stored === undefined) return;
    const snapshot = readSnapshot(stored);
    if (!snapshot) return snapshots.clear();
    const state = store.getSnapshot();
    const isOwn = state.currentUser?.id === userId && account.workspaceId() === workspaceId;
    // News that the server has told meanwhile is newer.
    if (!isOwn || state.hasSubscriptions || sync.origin) return;
    const restored = withSnapshot(state, snapshot);
    sync.restore({ workspaceId, logEpoch: snapshot.list.logEpoch });
    this.#shownIn = workspaceId;
    this.#reads = snapshot.list.reads;
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
    const newer = new Set(outbox.reads.map(({ roomId }) => roomId));
    for (const { userId, roomId, messageId, msgNo } of reads) {
      if (newer.has(roomId)) continue;
      const room = store.getSnapshot().subscriptions.get(roomId);
      if (room && room.readMsgNo < msgNo && room.unreadFromMsgNo === undefined)
        // The screen shows the room as unread again where the server refuses.
        outbox.read(userId, roomId, { messageId, msgNo }).catch(() => undefined);
      else store.update((state) => withLocalRead(state, roomId, null));
    }
  }

  #onChange(): void {
    const { runtime } = this.#options.account;
    const listDelayMs = this.#saved ? LIST_DELAY_MS : SAVE_DELAY_MS;
    if (!this.#timers.list && this.#isChanged(listParts, this.#saved?.list))
      this.#timers.list = runtime.startTimer(() => this.#save("list"), listDelayMs);
    if (!this.#timers.rooms && this.#isChanged(roomParts, this.#saved?.state))
      this.#timers.rooms = runtime.startTimer(() => this.#save("rooms"), SAVE_DELAY_MS);
  }

  #isChanged(parts: readonly (keyof ChatState)[], since: ChatState | undefined): boolean {
    const state = this.#options.store.getSnapshot();
    return parts.some((part) => state[part] !== since?.[part]);
  }

  /** Rooms alone, or the list and the rooms, as far as they are others than before. */
  #save(part: "list" | "rooms"): void {
    const { account, store, snapshots, sync, outbox } = this.#options;
    this.#stopTimer("rooms");
    if (part === "list") this.#stopTimer("list");
    const state = store.getSnapshot();
    const { currentUser, hasSubscriptions } = state;
    // Another tab may have signed out, of which this one has not heard.
    const isSignedIn = currentUser !== null && account.tokens.storedToken !== undefined;
    if (!isSignedIn || !hasSubscriptions || !sync.origin) return;
    const { workspaceId, logEpoch } = sync.origin;
    const place = { userId: currentUser.id, workspaceId };
    const saved = this.#savedOf({ ...place, logEpoch });
    const isListed = saved && (part === "rooms" || !this.#isChanged(listParts, saved.list));
    const list = isListed ? undefined : toKeptList(state, logEpoch, outbox.reads);
    const kept = keptRooms(state);
    const sources = new Map(kept.map((id) => [id, sourceOf(state, id)]));
    const isSame = (id: RoomId): boolean => isSameSource(sources.get(id), saved?.rooms.get(id));
    const changed = new Set([...sources.keys()].filter((id) => !isSame(id)));
    const isLess = saved && [...saved.rooms.keys()].some((id) => !sources.has(id));
    this.#saved = {
      ...place,
      logEpoch,
      list: isListed ? saved.list : state,
      state,
      rooms: sources,
    };
    if (!list && changed.size === 0 && !isLess) return;
    const rooms = new Map(kept.map((id) => [id, toKeptRoom(state, logEpoch, id)]));
    // Where the device keeps nothing, the next page begins empty.
    snapshots.write(place, { list, rooms, changed }).catch(() => undefined);
  }

  /** The saved state of this place and log; in another one nothing of it is the same. */
  #savedOf({ userId, workspaceId, logEpoch }: Omit<Saved, "list" | "state" | "rooms">) {
    const saved = this.#saved;
    const isSame =
      saved?.userId === userId && saved.workspaceId === workspaceId && saved.logEpoch === logEpoch;
    return isSame ? saved : undefined;
  }

  #stopTimer(name: "list" | "rooms"): void {
    this.#timers[name]?.cancel();
    this.#timers[name] = undefined;
  }

  #stopTimers(): void {
    this.#stopTimer("list");
    this.#stopTimer("rooms");
  }
}

function sourceOf({ messages, pages }: ChatState, roomId: RoomId): Source {
  return { messages: messages.get(roomId), page: pages.get(roomId) };
}

function isSameSource(one: Source | undefined, other: Source | undefined): boolean {
  return one?.messages === other?.messages && one?.page === other?.page;
}
