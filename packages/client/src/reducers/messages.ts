import {
  PREVIEW_MAX_CHARS,
  type Message,
  type MessageId,
  type MessagePage,
  type Subscription,
} from "@colbin/protocol";
import { withEntry, type ChatState, type RoomPage } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withoutPending, withPendingUpTo } from "./pending.ts";
import { withSubscription } from "./subscriptions.ts";
import { withoutTypingUser } from "./typing.ts";

/** Messages that are kept of a room that is not on the screen; it is cut to them when it has come to the second number. */
const LEFT_MESSAGES = 200;
const LEFT_MESSAGES_MAX = 400;
/** As above, of a room whose end is being read. */
const FOLLOWED_MESSAGES = 1_000;
const FOLLOWED_MESSAGES_MAX = 1_500;
/** As above, of a room on the screen of which nobody says what they see: the window is in the background, or they look from outside. */
const SHOWN_MESSAGES = 2_500;
const SHOWN_MESSAGES_MAX = 5_000;

/** "Incoming new-message events are ignored unless they carry id, content, authorId and authorName" (specification, 5). */
function isUsable(message: Partial<Message> | undefined): message is Message {
  if (!message?.id || !message.authorId || !message.authorName) return false;
  // A message that was deleted in the meantime is replayed as the tombstone that it is now.
  return Boolean(message.content) || message.isDeleted === true;
}

function withInserted(list: readonly Message[], message: Message): readonly Message[] {
  if (list.some((each) => each.id === message.id)) return list;
  const after = list.findLastIndex((each) => each.seq < message.seq);
  return list.toSpliced(after + 1, 0, message);
}

/** The beginning of a message as lists of rooms show it; the server cuts it alike. */
export function toPreview(message: Message): Subscription["lastMessage"] {
  const line = message.content.replaceAll(/\s+/g, " ");
  const text = Array.from(line).slice(0, PREVIEW_MAX_CHARS).join("");
  return { id: message.id, createdAt: message.createdAt, text };
}

/** Lines without a number count for nobody: they are no last message and no activity (rules-rooms 42). */
function noted(subscription: Subscription, message: Message, isOwn: boolean): Subscription {
  const { seq, msgNo, createdAt } = message;
  if (seq <= subscription.headSeq) return subscription;
  if (msgNo === null) return { ...subscription, headSeq: seq };
  const next = {
    ...subscription,
    headSeq: seq,
    lastMsgNo: msgNo,
    lastMessage: toPreview(message),
    lastActivityAt: createdAt,
  };
  // Own sends move the own position to the end (rules-rooms 43).
  if (!isOwn || msgNo <= subscription.readMsgNo) return next;
  return { ...next, readMsgNo: msgNo, lastReadAt: createdAt, mentionCount: 0 };
}

/**
 * A message of a room: into the list if the room is opened, into the subscription if the person is in it. A second time,
 * or an older one than what a snapshot contains, changes nothing. An own one ends its pending entry.
 */
export function withNewMessage(state: ChatState, frame: EventFrame<"message_new">): ChatState {
  const { message, sessionRoomSlug: slug, clientMessageId } = frame;
  if (!isUsable(message)) return state;
  const isOwn = message.authorId === state.currentUser?.id;
  let next = withoutTypingUser(state, slug, message.authorId);
  if (isOwn && clientMessageId) next = withSent(next, message, clientMessageId);
  const page = next.pages.get(slug);
  const list = next.messages.get(slug);
  if (page?.status === "ready" && list && message.seq > page.headSeq) {
    next = { ...next, messages: withEntry(next.messages, slug, withInserted(list, message)) };
    const isShown = slug === next.activeRoomSlug;
    if (list.length >= (isShown ? SHOWN_MESSAGES_MAX : LEFT_MESSAGES_MAX))
      next = withNewest(next, slug, isShown ? SHOWN_MESSAGES : LEFT_MESSAGES);
  }
  const subscription = next.subscriptions.get(slug);
  return subscription ? withSubscription(next, noted(subscription, message, isOwn)) : next;
}

/** Changes a loaded message to its state at this seq; a copy that is as new already stays. */
export function withChangedMessage(
  state: ChatState,
  { sessionRoomSlug: slug, seq }: { readonly sessionRoomSlug: string; readonly seq: number },
  id: MessageId,
  change: (message: Message) => Message,
): ChatState {
  const list = state.messages.get(slug) ?? [];
  const at = list.findIndex((each) => each.id === id);
  const known = list[at];
  if (!known || known.stateSeq >= seq) return state;
  const changed = change(known);
  // What is told again later is shown as it is then, which may be newer.
  const next = { ...changed, stateSeq: Math.max(changed.stateSeq, seq) };
  return { ...state, messages: withEntry(state.messages, slug, list.with(at, next)) };
}

/** Keeps the name under which an own message was on the screen, so that the row stays the same row. */
function withSent(state: ChatState, message: Message, clientMessageId: string): ChatState {
  const { id, sessionRoomSlug } = message;
  const without = withoutPending(state, sessionRoomSlug, clientMessageId);
  if (without === state) return state;
  return { ...without, sentAs: withEntry(without.sentAs, id, clientMessageId) };
}

const emptyPage: RoomPage = {
  status: "loading",
  error: null,
  headSeq: 0,
  hasMore: false,
  nextCursor: null,
  isLoadingOlder: false,
};

/** Changes what is known of a room's loaded part; a room without one begins as loading and empty. */
export function withPage(state: ChatState, slug: string, change: Partial<RoomPage>): ChatState {
  const page = { ...(state.pages.get(slug) ?? emptyPage), ...change };
  const next = { ...state, pages: withEntry(state.pages, slug, page) };
  // Not to be read, and not in it: no log will come that ends what was acknowledged.
  const isGone = page.status === "failed" && !state.subscriptions.has(slug);
  return isGone ? withPendingUpTo(next, slug, Number.POSITIVE_INFINITY) : next;
}

/** The newest page of a room: replaces what was loaded of it. Own entries that it contains leave the pending ones. */
export function withMessagePage(state: ChatState, slug: string, page: MessagePage): ChatState {
  const { messages, hasMore, nextCursor, headSeq } = page;
  const ready: RoomPage = { ...emptyPage, status: "ready", hasMore, nextCursor, headSeq };
  const next = {
    ...state,
    messages: withEntry(state.messages, slug, messages),
    pages: withEntry(state.pages, slug, ready),
  };
  return withPendingUpTo(next, slug, headSeq);
}

/** Messages before the loaded ones, put in front and de-duplicated by id (specification, section 7). */
export function withOlderPage(state: ChatState, slug: string, older: MessagePage): ChatState {
  const list = state.messages.get(slug);
  if (!list) return state;
  const known = new Set(list.map((each) => each.id));
  const fresh = older.messages.filter((each) => !known.has(each.id));
  const { hasMore, nextCursor } = older;
  const next = { ...state, messages: withEntry(state.messages, slug, [...fresh, ...list]) };
  return withPage(next, slug, { hasMore, nextCursor, isLoadingOlder: false, error: null });
}

/** A room that is not on the screen: only its newest messages are kept, the others are loaded again when they are wanted. */
export function withoutOld(state: ChatState, slug: string): ChatState {
  return withNewest(state, slug, LEFT_MESSAGES);
}

/**
 * The message was seen just now. Whoever sees the newest one has none on the screen that came long before: a room that is
 * followed for weeks keeps what one may still scroll to.
 */
export function withSeen(state: ChatState, slug: string, messageId: string): ChatState {
  const list = state.messages.get(slug) ?? [];
  const isNewest = list.findLast((each) => each.msgNo !== null)?.id === messageId;
  const isLong = list.length > FOLLOWED_MESSAGES_MAX;
  return isLong && isNewest ? withNewest(state, slug, FOLLOWED_MESSAGES) : state;
}

/** Older pages go on before the first one that is kept; one that is on its way belongs to what is gone. */
function withNewest(state: ChatState, slug: string, count: number): ChatState {
  const list = state.messages.get(slug) ?? [];
  const kept = list.slice(-count);
  const [first] = kept;
  if (!first || kept.length === list.length) return state;
  const sentAs = new Map(state.sentAs);
  for (const { id } of list.slice(0, -count)) sentAs.delete(id);
  const next = { ...state, sentAs, messages: withEntry(state.messages, slug, kept) };
  return withPage(next, slug, { hasMore: true, nextCursor: first.id, isLoadingOlder: false });
}
