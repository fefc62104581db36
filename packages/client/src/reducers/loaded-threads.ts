import type { MessageId, RoomId } from "@colbin/protocol";
import { withoutEntry, withEntry, type ChatState, type LoadedThread } from "../chat-state.ts";

/** Threads whose replies are kept; the one that was opened longest ago goes first. */
const KEPT_THREADS = 20;

const emptyThread = {
  status: "loading",
  error: null,
  root: undefined,
  messages: [],
  hasMore: false,
  hasNewer: false,
  isLoadingOlder: false,
  isLoadingNewer: false,
  isStale: false,
} as const satisfies Omit<LoadedThread, "roomId">;

/** Changes what is known of a thread; one that is not there begins as loading and empty. */
export function withThread(
  state: ChatState,
  roomId: RoomId,
  rootId: MessageId,
  change: Partial<LoadedThread>,
): ChatState {
  const known = state.threads.get(rootId) ?? { ...emptyThread, roomId };
  const threads = new Map(withEntry(state.threads, rootId, { ...known, ...change }));
  const [oldest] = threads.keys();
  if (threads.size > KEPT_THREADS && oldest !== undefined && oldest !== rootId)
    threads.delete(oldest);
  return { ...state, threads };
}

/** The threads of a room may have missed something, or are not to be seen any more. */
export function withoutThreads(state: ChatState, roomId: RoomId): ChatState {
  return [...state.threads].reduce(
    (next, [rootId, thread]) =>
      thread.roomId === roomId ? { ...next, threads: withoutEntry(next.threads, rootId) } : next,
    state,
  );
}

/** They are read again before they are trusted. */
export function withStaleThreads(state: ChatState, roomId: RoomId): ChatState {
  return [...state.threads].reduce(
    (next, [rootId, thread]) =>
      thread.roomId === roomId ? withThread(next, roomId, rootId, { isStale: true }) : next,
    state,
  );
}
