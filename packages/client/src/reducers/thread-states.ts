import type { MessageId, RoomId, ThreadState } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import { withCounted } from "./subscriptions.ts";

type ThreadStates = ReadonlyMap<MessageId, ThreadState>;

/**
 * How the person stands to a thread; a position that was read before is never taken back. Mentions behind it, which any of the two knows,
 * are unread.
 */
export function withThreadState(state: ChatState, next: ThreadState): ChatState {
  return withStanding(state, mergedState(state.threadStates?.get(next.rootId), next));
}

/** A position that the server did not take is again the one of before, unless another one has come since. */
export function withoutThreadRead(
  state: ChatState,
  before: ThreadState,
  readReplyNo: number,
): ChatState {
  const known = state.threadStates?.get(before.rootId);
  if (known?.readReplyNo !== readReplyNo) return state;
  const mentionNos = new Set([...(before.mentionNos ?? []), ...(known.mentionNos ?? [])]);
  const taken = { readReplyNo: before.readReplyNo, mentionNos: [...mentionNos] };
  return withStanding(state, { ...known, ...taken });
}

function withStanding(state: ChatState, next: ThreadState): ChatState {
  const known = state.threadStates?.get(next.rootId);
  const threadStates = new Map(state.threadStates).set(next.rootId, next);
  const added = mentionsOf(next) - mentionsOf(known);
  if (added === 0 || !state.threadMentions) return { ...state, threadStates };
  const { roomId } = next;
  const count = (state.threadMentions.get(roomId) ?? 0) + added;
  const threadMentions = new Map(state.threadMentions).set(roomId, count);
  return withCounted({ ...state, threadStates, threadMentions }, [roomId]);
}

function mergedState(known: ThreadState | undefined, next: ThreadState): ThreadState {
  const { lastReplyNo = 0, mentionNos = [] } = known ?? {};
  const readReplyNo = known?.isFollowing
    ? Math.max(known.readReplyNo, next.readReplyNo)
    : next.readReplyNo;
  const numbers = new Set([...mentionNos, ...(next.mentionNos ?? [])]);
  return {
    ...next,
    readReplyNo,
    lastReplyNo: Math.max(lastReplyNo, next.lastReplyNo),
    mentionNos: next.isFollowing ? [...numbers].filter((no) => no > readReplyNo) : [],
  };
}

/** Replies that the person has not read in a thread that they follow, and how many of them mention them. */
export function unreadInThread(state: ThreadState | undefined) {
  const { isFollowing = false, lastReplyNo = 0, readReplyNo = 0, mentionNos = [] } = state ?? {};
  const unread = isFollowing ? Math.max(0, lastReplyNo - readReplyNo) : 0;
  return { unread, mentions: isFollowing ? mentionNos.length : 0 };
}

function mentionsOf(state: ThreadState | undefined): number {
  return unreadInThread(state).mentions;
}

/** All threads that the server listed as followed; those that are not in the list are not followed. */
export function withFollowedThreads(state: ChatState, listed: readonly ThreadState[]): ChatState {
  const known = state.threadStates;
  const threadStates = new Map(
    listed.map((each) => [each.rootId, mergedListed(known?.get(each.rootId), each)]),
  );
  const threadMentions = countByRoom(threadStates);
  const changed = new Set([...(state.threadMentions?.keys() ?? []), ...threadMentions.keys()]);
  // The numbers of the server stood for them before.
  const roomIds = state.threadMentions ? [...changed] : [...state.subscriptions.keys()];
  return withCounted({ ...state, threadStates, threadMentions }, roomIds);
}

/** The list decides who is followed, and may be older than what was told since. */
function mergedListed(known: ThreadState | undefined, listed: ThreadState): ThreadState {
  return mergedState(known && { ...known, isFollowing: true }, listed);
}

function countByRoom(states: ThreadStates): ReadonlyMap<RoomId, number> {
  const counts = new Map<RoomId, number>();
  for (const state of states.values()) {
    const count = mentionsOf(state);
    if (count > 0) counts.set(state.roomId, (counts.get(state.roomId) ?? 0) + count);
  }
  return counts;
}

/** Threads that the person follows and has not read to the end; those of muted rooms are not counted. */
export function countUnreadThreads({ threadStates, subscriptions }: ChatState): number {
  let count = 0;
  for (const state of threadStates?.values() ?? [])
    if (unreadInThread(state).unread > 0 && subscriptions.get(state.roomId)?.isMuted === false)
      count += 1;
  return count;
}

/** Unread mentions of the person in threads; those of muted rooms are not counted. */
export function countThreadMentions({ threadMentions, subscriptions }: ChatState): number {
  let sum = 0;
  for (const [roomId, count] of threadMentions ?? [])
    if (subscriptions.get(roomId)?.isMuted === false) sum += count;
  return sum;
}
