import type { MessageId, RoomId, ThreadCard, ThreadTab } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { ChatState } from "./chat-state.ts";
import type { HistoryHost } from "./history-host.ts";
import type { ListHost } from "./list-host.ts";
import { addressOf } from "./reducers/addresses.ts";
import { withThread } from "./reducers/loaded-threads.ts";
import { withoutThreadRead, withThreadState } from "./reducers/thread-states.ts";
import { withThreadPage } from "./reducers/threads.ts";
import type { DurableFrame } from "./room-logs.ts";
import { applyEvent, shownHeadOf } from "./state.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

export interface Threads {
  /**
   * Reads a thread by the id of its root or of a reply, with the replies around it, and keeps it true from then on. A thread that is
   * loaded with that message stays as it is. Settles with the id of its root; rejects with the ApiError.
   */
  readonly open: (roomId: RoomId, messageId: MessageId) => Promise<MessageId>;
  /** One page before the loaded replies, or behind them; does nothing when there is none. */
  readonly loadOlder: (rootId: MessageId) => Promise<void>;
  readonly loadNewer: (rootId: MessageId) => Promise<void>;
  /** The newest replies take the place of the loaded ones, where those do not reach to the end. */
  readonly showNewest: (rootId: MessageId) => Promise<void>;
  readonly follow: (roomId: RoomId, rootId: MessageId, isFollowing: boolean) => Promise<void>;
  /** Everything that is loaded is read: shown at once, and taken back where the server refuses it. */
  readonly markRead: (rootId: MessageId) => Promise<void>;
}

/** The acts of screens on threads. They come with the first screen that shows one. */
export function createThreads(options: HistoryHost): Threads {
  const { store, call } = options;
  const opening = new Map<MessageId, Promise<MessageId>>();

  async function open(roomId: RoomId, messageId: MessageId): Promise<MessageId> {
    const { threads } = store.getSnapshot();
    for (const [rootId, thread] of threads) {
      const isIn = rootId === messageId || thread.messages.some(({ id }) => id === messageId);
      if (isIn && thread.status === "ready" && !thread.isStale) return rootId;
    }
    return readOnce(roomId, messageId);
  }

  function readOnce(roomId: RoomId, messageId: MessageId): Promise<MessageId> {
    const running = opening.get(messageId);
    if (running) return running;
    const own = read(options, roomId, messageId).finally(() => opening.delete(messageId));
    opening.set(messageId, own);
    return own;
  }

  return {
    open,
    loadOlder: (rootId) => extend(options, rootId, "before"),
    loadNewer: (rootId) => extend(options, rootId, "after"),
    async showNewest(rootId) {
      const thread = store.getSnapshot().threads.get(rootId);
      if (thread?.hasNewer) await readOnce(thread.roomId, rootId);
    },
    async follow(roomId, rootId, isFollowing) {
      const request = { params: { slug: addressOf(store.getSnapshot(), roomId), id: rootId } };
      const state = await call(isFollowing ? "followThread" : "unfollowThread", request);
      store.update((before) => withThreadState(before, state));
    },
    async markRead(rootId) {
      const { threads, threadStates } = store.getSnapshot();
      const thread = threads.get(rootId);
      const last = thread?.messages.at(-1);
      const standing = threadStates?.get(rootId);
      if (!thread || !last || !standing?.isFollowing) return;
      const readReplyNo = last.replyNo ?? 0;
      if (standing.readReplyNo >= readReplyNo) return;
      store.update((before) => withThreadState(before, { ...standing, readReplyNo }));
      const params = { slug: addressOf(store.getSnapshot(), thread.roomId), id: rootId };
      try {
        await call("markThreadRead", { params, body: { lastReadReplyId: last.id } });
      } catch (cause) {
        store.update((before) => withoutThreadRead(before, standing, readReplyNo));
        throw cause;
      }
    },
  };
}

async function read(
  { store, call, recordWhile }: HistoryHost,
  roomId: RoomId,
  messageId: MessageId,
): Promise<MessageId> {
  const params = { slug: addressOf(store.getSnapshot(), roomId), id: messageId };
  const known = store.getSnapshot().threads.get(messageId);
  if (known?.status !== "ready")
    store.update((state) =>
      withThread(state, roomId, messageId, { status: "loading", error: null }),
    );
  try {
    const { answer, recorded } = await recordWhile(roomId, () =>
      call("getThread", { params, query: {} }),
    );
    store.update((state) =>
      withRecorded(
        withThreadPage(withoutStandIn(state, messageId, answer.root.id), roomId, answer, "fresh"),
        roomId,
        recorded,
      ),
    );
    return answer.root.id;
  } catch (cause) {
    const error = toApiError(cause);
    // A thread that is there goes on with what it has, and hears of more.
    store.update((state) =>
      state.threads.get(messageId)?.root
        ? state
        : withThread(state, roomId, messageId, { status: "failed", error }),
    );
    throw cause;
  }
}

/** A thread that was asked for by a reply stood under the id of the reply. */
function withoutStandIn(state: ChatState, asked: MessageId, rootId: MessageId): ChatState {
  if (asked === rootId) return state;
  const threads = new Map(state.threads);
  threads.delete(asked);
  return { ...state, threads };
}

/** Events that came meanwhile found no thread; they are applied again, and change nothing that knows them. */
function withRecorded(
  state: ChatState,
  roomId: RoomId,
  recorded: readonly DurableFrame[],
): ChatState {
  const head = shownHeadOf(state, roomId) ?? 0;
  return recorded
    .filter(({ seq }) => seq <= head)
    .toSorted((one, other) => one.seq - other.seq)
    .reduce((next, frame) => applyEvent(next, frame, roomId), state);
}

async function extend(
  { store, call, recordWhile }: HistoryHost,
  rootId: MessageId,
  side: "before" | "after",
): Promise<void> {
  const thread = store.getSnapshot().threads.get(rootId);
  if (thread?.status !== "ready") return;
  const { roomId, messages } = thread;
  const isBefore = side === "before";
  const loading = isBefore ? "isLoadingOlder" : "isLoadingNewer";
  const edge = (isBefore ? messages[0] : messages.at(-1))?.replyNo;
  if (edge === undefined || thread[loading] || !thread[isBefore ? "hasMore" : "hasNewer"]) return;
  store.update((state) => withThread(state, roomId, rootId, { [loading]: true }));
  try {
    const params = { slug: addressOf(store.getSnapshot(), roomId), id: rootId };
    const query = isBefore ? { before: edge } : { after: edge };
    const { answer, recorded } = await recordWhile(roomId, () =>
      call("getThread", { params, query }),
    );
    store.update((state) => {
      const now = state.threads.get(rootId);
      const isSame = (isBefore ? now?.messages[0] : now?.messages.at(-1))?.replyNo === edge;
      if (!now || !isSame) return state;
      return withRecorded(withThreadPage(state, roomId, answer, side), roomId, recorded);
    });
  } finally {
    store.update((state) =>
      state.threads.has(rootId) ? withThread(state, roomId, rootId, { [loading]: false }) : state,
    );
  }
}

/** Threads as the server lists them, by tabs: unread ones first, then latest reply. */
export function createThreadList(host: ListHost): SyncedList<ThreadCard> {
  return createSyncedList<ThreadCard>(host, {
    name: "threads",
    read: (tab, cursor) =>
      host.call("listThreads", {
        query: { tab: tab as ThreadTab, ...(cursor !== undefined && { cursor }) },
      }),
    id: ({ root }) => root.id,
  });
}
