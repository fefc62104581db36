import {
  REPLIERS_SHOWN,
  type Message,
  type MessageId,
  type RoomId,
  type ThreadPage,
  type ThreadState,
  type ThreadSummary,
} from "@colbin/protocol";
import {
  withEntry,
  withoutEntry,
  type ChatState,
  type KnownMessage,
  type LoadedThread,
} from "../chat-state.ts";
import { messagesOf } from "./personal.ts";

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

/** Replies in the order of their numbers, each once, in its newest copy. */
function union(
  list: readonly KnownMessage[],
  others: readonly KnownMessage[],
): readonly KnownMessage[] {
  const byId = new Map(list.map((each) => [each.id, each]));
  for (const each of others) {
    const known = byId.get(each.id);
    if (!known || known.stateSeq <= each.stateSeq) byId.set(each.id, each);
  }
  return [...byId.values()].toSorted((one, other) => (one.replyNo ?? 0) - (other.replyNo ?? 0));
}

/** A page of a thread that was read: alone, or in front of the loaded replies or behind them. */
export function withThreadPage(
  state: ChatState,
  roomId: RoomId,
  page: ThreadPage,
  side: "fresh" | "before" | "after",
): ChatState {
  const rootId = page.root.id;
  const known = state.threads.get(rootId);
  const { personal } = page;
  const [root, ...loaded] = messagesOf({ messages: [page.root, ...page.messages], personal });
  const ready = { status: "ready", error: null, roomId, root } as const;
  const ends = { isLoadingOlder: false, isLoadingNewer: false, isStale: false };
  if (side === "fresh" || !known)
    return withThread(withThreadState(state, page.state), roomId, rootId, {
      ...ready,
      ...ends,
      messages: loaded,
      hasMore: page.hasMore,
      hasNewer: page.hasNewer,
    });
  const messages = union(known.messages, loaded);
  const isBefore = side === "before";
  return withThread(state, roomId, rootId, {
    ...ready,
    messages,
    ...(isBefore
      ? { hasMore: page.hasMore, isLoadingOlder: false }
      : { hasNewer: page.hasNewer, isLoadingNewer: false }),
  });
}

/** How the person stands to a thread; a position that was read before is never taken back. */
export function withThreadState(state: ChatState, next: ThreadState): ChatState {
  const known = state.threadStates?.get(next.rootId);
  const { readReplyNo = 0, lastReplyNo = 0 } = known ?? {};
  const merged = {
    ...next,
    readReplyNo: known?.isFollowing ? Math.max(readReplyNo, next.readReplyNo) : next.readReplyNo,
    lastReplyNo: Math.max(lastReplyNo, next.lastReplyNo),
  };
  const threadStates = new Map(state.threadStates).set(next.rootId, merged);
  return { ...state, threadStates };
}

/** All threads that the server listed as followed; those that are not in the list are not followed. */
export function withFollowedThreads(state: ChatState, listed: readonly ThreadState[]): ChatState {
  const before = { ...state, threadStates: undefined };
  const known = [...(state.threadStates?.values() ?? [])];
  const numbers = new Map(known.map((each) => [each.rootId, each]));
  return listed.reduce<ChatState>(
    (next, each) => {
      const { lastReplyNo = 0, readReplyNo = 0 } = numbers.get(each.rootId) ?? {};
      return withThreadState(next, {
        ...each,
        lastReplyNo: Math.max(lastReplyNo, each.lastReplyNo),
        readReplyNo: Math.max(readReplyNo, each.readReplyNo),
      });
    },
    { ...before, threadStates: new Map() },
  );
}

/** The thread of a message after this reply; the same where it is counted already. */
export function withReplyCounted(
  summary: ThreadSummary | undefined,
  { authorId, authorName, authorAvatar, createdAt, replyNo = 0 }: Message,
): ThreadSummary {
  const { replyCount = 0, lastReplyAt = createdAt, repliers = [] } = summary ?? {};
  const isNamed = repliers.some(({ userId }) => userId === authorId);
  const isFull = repliers.length >= REPLIERS_SHOWN;
  const replier = { userId: authorId, fullName: authorName, avatar_url: authorAvatar };
  return {
    replyCount: Math.max(replyCount, replyNo),
    lastReplyAt: replyNo > replyCount ? createdAt : lastReplyAt,
    repliers: isNamed || isFull || replyNo <= replyCount ? repliers : [...repliers, replier],
  };
}

/** A reply takes its place in its thread, where that is loaded up to its end; and moves the numbers of who follows it. */
export function withReply(state: ChatState, roomId: RoomId, reply: Message): ChatState {
  const { threadId: rootId, replyNo } = reply;
  if (rootId === undefined || replyNo === undefined) return state;
  let next = state;
  const thread = next.threads.get(rootId);
  if (thread?.status === "ready" && !thread.hasNewer)
    next = withThread(next, roomId, rootId, { messages: union(thread.messages, [reply]) });
  const standing = next.threadStates?.get(rootId);
  if (!standing || standing.lastReplyNo >= replyNo) return next;
  const isOwn = reply.authorId === next.currentUser?.id;
  const isKept = reply.isScheduled === true && standing.readReplyNo < standing.lastReplyNo;
  const readReplyNo = isOwn && !isKept ? replyNo : standing.readReplyNo;
  return withThreadState(next, { ...standing, lastReplyNo: replyNo, readReplyNo });
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

/** Threads that the person follows and has not read to the end; those of muted rooms are not counted. */
export function countUnreadThreads({ threadStates, subscriptions }: ChatState): number {
  let count = 0;
  for (const { roomId, isFollowing, readReplyNo, lastReplyNo } of threadStates?.values() ?? []) {
    const room = subscriptions.get(roomId);
    if (isFollowing && lastReplyNo > readReplyNo && room && !room.isMuted) count += 1;
  }
  return count;
}
