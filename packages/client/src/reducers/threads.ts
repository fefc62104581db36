import {
  REPLIERS_SHOWN,
  type Message,
  type RoomId,
  type ThreadPage,
  type ThreadSummary,
} from "@colbin/protocol";
import type { ChatState, KnownMessage } from "../chat-state.ts";
import { withThread } from "./loaded-threads.ts";
import { isMentioned } from "./mentions.ts";
import { messagesOf } from "./personal.ts";
import { withThreadState } from "./thread-states.ts";

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
  const ownId = next.currentUser?.id;
  const isOwn = reply.authorId === ownId;
  const isKept = reply.isScheduled === true && standing.readReplyNo < standing.lastReplyNo;
  // A reply that stands in the room as well is counted there.
  const isMention = !isOwn && reply.msgNo === null && isMentioned(reply.metadata.mentions, ownId);
  return withThreadState(next, {
    ...standing,
    lastReplyNo: replyNo,
    ...(isOwn && !isKept && { readReplyNo: replyNo }),
    ...(isMention && { mentionNos: [replyNo] }),
  });
}
