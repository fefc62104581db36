import type { RoomId } from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState, type KnownMessage } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withThread } from "./loaded-threads.ts";
import { withoutWindow, withPage } from "./messages.ts";
import { withSubscription } from "./subscriptions.ts";

type Purge = EventFrame<"messages_purged">;
type Messages = readonly KnownMessage[];

/** Old messages of a room are gone for good: from all that is loaded of it, with quotes of them. */
export function withPurgedMessages(state: ChatState, purge: Purge): ChatState {
  const { roomId } = purge;
  const next = withList(state, roomId, purge);
  return withoutPreview(withThreads(withWindow(next, roomId, purge), roomId, purge), purge);
}

function withList(state: ChatState, roomId: RoomId, purge: Purge): ChatState {
  const list = state.messages.get(roomId);
  if (!list) return state;
  const left = remaining(list, purge);
  const next = { ...state, messages: withEntry(state.messages, roomId, left) };
  const change = endsOf(list, left);
  return change ? withPage(next, roomId, change) : next;
}

/** A page that is on its way belongs to what is gone: older ones go on before the first that is left. */
function endsOf(list: Messages, [first]: Messages) {
  if (first?.id === list[0]?.id) return undefined;
  const hasMore = first ? {} : { hasMore: false };
  return { ...hasMore, nextCursor: first?.id ?? null, isLoadingOlder: false };
}

/** The same list where nothing of it is gone. */
function remaining(list: Messages, purge: Purge): Messages {
  const { upToSeq, before, keptIds } = purge;
  const kept = new Set<string>(keptIds);
  const left = list
    .filter(({ seq, id }) => seq > upToSeq || kept.has(id))
    .map((message) => {
      const { quote } = message;
      const isGone = quote && quote.createdAt < before && !kept.has(quote.messageId);
      return isGone ? { ...message, quote: undefined } : message;
    });
  const isSame = left.length === list.length && left.every((each, at) => each === list[at]);
  return isSame ? list : left;
}

function withWindow(state: ChatState, roomId: RoomId, purge: Purge): ChatState {
  const window = state.windows.get(roomId);
  if (!window) return state;
  const messages = remaining(window.messages, purge);
  if (messages.length === 0) return withoutWindow(state, roomId);
  const isEnd = messages.at(-1)?.id === window.messages.at(-1)?.id;
  const ends = { ...endsOf(window.messages, messages), ...(!isEnd && { isLoadingNewer: false }) };
  return { ...state, windows: withEntry(state.windows, roomId, { ...window, ...ends, messages }) };
}

/** A thread goes with its root. */
function withThreads(state: ChatState, roomId: RoomId, purge: Purge): ChatState {
  let next = state;
  for (const [rootId, thread] of state.threads) {
    if (thread.roomId !== roomId) continue;
    const { root } = thread;
    const isGone = root && remaining([root], purge).length === 0;
    if (isGone) next = { ...next, threads: withoutEntry(next.threads, rootId) };
    else next = withThread(next, roomId, rootId, { messages: remaining(thread.messages, purge) });
  }
  return next;
}

function withoutPreview(state: ChatState, { roomId, seq, before, keptIds }: Purge): ChatState {
  const subscription = state.subscriptions.get(roomId);
  const last = subscription?.lastMessage;
  // A list that was read after the event has that already.
  if (!last || subscription.headSeq >= seq) return state;
  const isKept = last.createdAt >= before || keptIds.includes(last.id);
  return isKept ? state : withSubscription(state, { ...subscription, lastMessage: null });
}
