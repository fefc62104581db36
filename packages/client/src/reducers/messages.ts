import {
  newerPoll,
  PREVIEW_MAX_CHARS,
  type Message,
  type MessageMetadata,
  type MessageId,
  type MessagePage,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import {
  withEntry,
  withoutEntry,
  type ChatState,
  type KnownMessage,
  type KnownSubscription,
  type RoomPage,
} from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withAcknowledged, withoutPending, withPendingUpTo } from "./pending.ts";
import { withStaleThreads, withThread } from "./loaded-threads.ts";
import { isMentioned, isNamedIn } from "./mentions.ts";
import { messagesOf } from "./personal.ts";
import { requoted, type Original } from "./quotes.ts";
import { withSubscription } from "./subscriptions.ts";
import { withReply, withReplyCounted } from "./threads.ts";
import { withoutTypingUser } from "./typing.ts";

/** Messages that are kept of a room that is not on the screen; it is cut to them when it has come to the second number. */
const LEFT_MESSAGES = 200;
const LEFT_MESSAGES_MAX = 400;
/** Rooms of which messages are kept. */
const LEFT_ROOMS = 50;
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

function withInserted(list: readonly KnownMessage[], message: Message): readonly KnownMessage[] {
  if (list.some((each) => each.id === message.id)) return list;
  const after = list.findLastIndex((each) => each.seq < message.seq);
  return list.toSpliced(after + 1, 0, message);
}

/** The beginning of a message as lists of rooms show it; the server cuts it alike. */
function toPreviewText(content: string): string {
  const line = content.replaceAll(/\s+/g, " ");
  return Array.from(line).slice(0, PREVIEW_MAX_CHARS).join("");
}

/** Lines without a number count for nobody: they are no last message and no activity (rules-rooms 42). */
function noted(
  subscription: KnownSubscription,
  message: Message,
  ownId: UserId | undefined,
): KnownSubscription {
  const isOwn = message.authorId === ownId;
  const { id, seq, stateSeq, msgNo, createdAt, content, metadata } = message;
  if (seq <= subscription.headSeq) return subscription;
  if (msgNo === null) return { ...subscription, headSeq: seq, ...toRetention(metadata.system) };
  const next = {
    ...subscription,
    ...(!isOwn && isNamedIn(metadata.mentions, ownId) && { namedIn: id }),
    headSeq: seq,
    lastMsgNo: msgNo,
    lastMessage: {
      id,
      createdAt,
      text: toPreviewText(metadata.plainText ?? content),
      ...(message.isSilent && { isSilent: message.isSilent }),
    },
    previewSeq: stateSeq,
    lastActivityAt: createdAt,
  };
  if (!isOwn) {
    const isCounted = isMentioned(metadata.mentions, ownId) && msgNo > subscription.readMsgNo;
    return isCounted ? { ...next, mentionCount: next.mentionCount + 1 } : next;
  }
  // Own sends move the own position to the end (rules-rooms 43), which may have been told before, and end a mark as unread in any case.
  // One that the server sends for the person does so only where nothing is unread, and ends no mark.
  const isKept = message.isScheduled === true && subscription.readMsgNo < subscription.lastMsgNo;
  const isMoved = msgNo > subscription.readMsgNo && !isKept;
  const { threadMentionCount: mentionCount = 0 } = subscription;
  const read = isMoved && { readMsgNo: msgNo, lastReadAt: createdAt, mentionCount };
  const { unreadFromMsgNo } = message.isScheduled ? subscription : {};
  return { ...next, ...read, unreadFromMsgNo };
}

/** The line that says for how long messages are kept tells it to clients as well. */
function toRetention(system: MessageMetadata["system"]) {
  if (system?.kind !== "retention_changed") return {};
  const { days } = system.values;
  return { messageRetentionDays: days === undefined ? undefined : Number(days) };
}

/**
 * A message of a room: into the list if the room is opened, into the subscription if the person is in it. A second time,
 * or an older one than what a snapshot contains, changes nothing. An own one ends its pending entry.
 */
export function withNewMessage(state: ChatState, frame: EventFrame<"message_new">): ChatState {
  const { roomId, message, clientMessageId } = frame;
  if (!isUsable(message)) return state;
  const isOwn = message.authorId === state.currentUser?.id;
  let next = withoutTypingUser(state, message.threadId ?? roomId, message.authorId);
  if (isOwn && clientMessageId) next = withSent(next, { ...message, roomId }, clientMessageId);
  const page = next.pages.get(roomId);
  const list = next.messages.get(roomId);
  // A reply may stand in its thread alone.
  const isInRoom = message.threadId === undefined || message.msgNo !== null;
  if (isInRoom && page?.status === "ready" && list && message.seq > page.headSeq) {
    next = { ...next, messages: withEntry(next.messages, roomId, withInserted(list, message)) };
    const isShown = roomId === next.activeRoomId;
    if (list.length >= (isShown ? SHOWN_MESSAGES_MAX : LEFT_MESSAGES_MAX))
      next = withNewest(next, roomId, isShown ? SHOWN_MESSAGES : LEFT_MESSAGES);
  }
  const subscription = next.subscriptions.get(roomId);
  if (subscription)
    next = withSubscription(next, noted(subscription, message, next.currentUser?.id));
  if (message.threadId !== undefined) next = withAnswered(next, roomId, message);
  next = withCopy(next, roomId, message);
  return message.quote ? withQuotedAsKnown(next, roomId, message.quote.messageId) : next;
}

/** A quote that was read before an edit may come after it: the message itself is known as it is now. */
function withQuotedAsKnown(state: ChatState, roomId: RoomId, id: MessageId): ChatState {
  const known = loadedIn(state, roomId).find((each) => each.id === id);
  return known ? withQuoted(state, roomId, known) : state;
}

/** A reply is counted at the message that it answers, and stands in its thread. */
function withAnswered(state: ChatState, roomId: RoomId, reply: Message): ChatState {
  const { threadId = reply.id, replyNo = 0 } = reply;
  const counted = withLoaded(state, roomId, threadId, (root) =>
    (root.thread?.replyCount ?? 0) < replyNo
      ? { ...root, thread: withReplyCounted(root.thread, reply) }
      : root,
  );
  return withReply(counted, roomId, reply);
}

/**
 * A copy of a message takes the place of an older one, in the list, as the preview and where it is quoted. Its own stateSeq
 * decides, whatever brings it: a replay carries a message once, as it is now, and the changes that it contains follow without it.
 */
export function withCopy(state: ChatState, roomId: RoomId, copy: Message): ChatState {
  const next = withLoaded(state, roomId, copy.id, (known) =>
    known.stateSeq < copy.stateSeq ? asKnown(known, copy) : known,
  );
  return withQuoted(withPreview(next, roomId, copy), roomId, copy);
}

/** Changes a message wherever it is loaded: among the newest ones of its room, in its window, or in a thread. */
export function withLoaded(
  state: ChatState,
  roomId: RoomId,
  id: MessageId,
  change: (message: KnownMessage) => KnownMessage,
): ChatState {
  return withLists(state, roomId, (list) => changed(list, id, change));
}

/** A message changed: the loaded ones that quote it show it as it is now. */
export function withQuoted(state: ChatState, roomId: RoomId, original: Original): ChatState {
  return withLists(state, roomId, (list) => requoted(list, original));
}

type Messages = readonly KnownMessage[];

/** All that is loaded of a room: its newest messages, its window and its threads; one of them may be there twice. */
export function loadedIn(
  { messages, windows, threads }: Pick<ChatState, "messages" | "windows" | "threads">,
  roomId: RoomId,
): Messages {
  const ofThreads = [...threads.values()].filter((thread) => thread.roomId === roomId);
  return [
    ...(messages.get(roomId) ?? []),
    ...(windows.get(roomId)?.messages ?? []),
    ...ofThreads.flatMap(({ root, messages: replies }) => (root ? [root, ...replies] : replies)),
  ];
}

/** Changes each list of loaded messages of the room; `change` answers undefined where nothing changes. */
function withLists(
  state: ChatState,
  roomId: RoomId,
  change: (list: Messages | undefined) => Messages | undefined,
): ChatState {
  const list = change(state.messages.get(roomId));
  const window = state.windows.get(roomId);
  const ofWindow = change(window?.messages);
  const messages = list ? withEntry(state.messages, roomId, list) : state.messages;
  const windows =
    window && ofWindow
      ? withEntry(state.windows, roomId, { ...window, messages: ofWindow })
      : state.windows;
  const isSame = messages === state.messages && windows === state.windows;
  let next = isSame ? state : { ...state, messages, windows };
  for (const [rootId, thread] of state.threads) {
    if (thread.roomId !== roomId) continue;
    const [root] = change(thread.root && [thread.root]) ?? [];
    const replies = change(thread.messages);
    if (root) next = withThread(next, roomId, rootId, { root });
    if (replies) next = withThread(next, roomId, rootId, { messages: replies });
  }
  return next;
}

/** Undefined where nothing changes. */
function changed(
  list: readonly KnownMessage[] = [],
  id: MessageId,
  change: (message: KnownMessage) => KnownMessage,
): readonly KnownMessage[] | undefined {
  const at = list.findLastIndex((each) => each.id === id);
  const known = list[at];
  const next = known && change(known);
  return next === undefined || next === known ? undefined : list.with(at, next);
}

/** A copy is the same for everybody. Replies change no copy of their root: the one that counts more of them knows the thread. */
function asKnown(known: KnownMessage, copy: Message): KnownMessage {
  const { personal, thread } = known;
  const isBehind = (copy.thread?.replyCount ?? 0) < (thread?.replyCount ?? 0);
  const counted = isBehind && thread ? { ...copy, thread } : copy;
  // The news of a vote come later than the answer to it.
  const newest =
    known.poll && copy.poll ? { ...counted, poll: newerPoll(known.poll, copy.poll) } : counted;
  return personal ? { ...newest, personal } : newest;
}

/** The preview after a change of the last message; a list of rooms that was read after the change has that already. */
export function withPreview(
  state: ChatState,
  roomId: RoomId,
  { id, stateSeq, content, metadata }: Pick<Message, "id" | "stateSeq" | "content" | "metadata">,
): ChatState {
  const subscription = state.subscriptions.get(roomId);
  const last = subscription?.lastMessage;
  if (!subscription || last?.id !== id) return state;
  const { headSeq, previewSeq = 0 } = subscription;
  if (stateSeq <= Math.max(headSeq, previewSeq)) return state;
  const lastMessage = { ...last, text: toPreviewText(metadata.plainText ?? content) };
  return withSubscription(state, { ...subscription, lastMessage, previewSeq: stateSeq });
}

/** Changes a loaded message to its state at this seq; a copy that is as new already stays. */
export function withChangedMessage(
  state: ChatState,
  {
    roomId,
    messageId: id,
    seq,
  }: Pick<EventFrame<"message_deleted">, "roomId" | "messageId" | "seq">,
  change: (message: KnownMessage) => KnownMessage,
): ChatState {
  return withLoaded(state, roomId, id, (known) =>
    known.stateSeq >= seq ? known : { ...change(known), stateSeq: seq },
  );
}

/**
 * Keeps the name under which an own message was on the screen, so that the row stays the same row, and no other is made for it. Its
 * pending entry ends with it; while the room is being read, which may bring an older state of it, the entry goes on being shown.
 */
function withSent(
  state: ChatState,
  { id, seq, roomId }: Message,
  clientMessageId: string,
): ChatState {
  const isBeingRead = state.pages.get(roomId)?.status === "loading";
  const without = isBeingRead
    ? withAcknowledged(state, roomId, clientMessageId, seq)
    : withoutPending(state, roomId, clientMessageId);
  const isNamed = state.sentAs.get(id) === clientMessageId || !state.messages.has(roomId);
  if (without === state && isNamed) return state;
  return { ...without, sentAs: withEntry(without.sentAs, id, clientMessageId) };
}

const emptyPage: RoomPage = {
  status: "loading",
  error: null,
  headSeq: 0,
  hasMore: false,
  nextCursor: null,
  isLoadingOlder: false,
  place: null,
  isRestored: false,
};

/** Changes what is known of a room's loaded part; a room without one begins as loading and empty. */
export function withPage(state: ChatState, roomId: RoomId, change: Partial<RoomPage>): ChatState {
  const page = { ...(state.pages.get(roomId) ?? emptyPage), ...change };
  const next = { ...state, pages: withEntry(state.pages, roomId, page) };
  // Not to be read, and not in it: no log will come that ends what was acknowledged.
  const isGone = page.status === "failed" && !state.subscriptions.has(roomId);
  return isGone ? withPendingUpTo(next, roomId, Number.POSITIVE_INFINITY) : next;
}

/**
 * The newest page of a room: replaces what was loaded of it, for changes of that may have been missed. Own entries that it
 * contains leave the pending ones.
 */
export function withMessagePage(state: ChatState, roomId: RoomId, page: MessagePage): ChatState {
  const { hasMore, nextCursor, headSeq } = page;
  const ready: RoomPage = { ...emptyPage, status: "ready", hasMore, nextCursor, headSeq };
  const next = {
    ...state,
    messages: withEntry(state.messages, roomId, messagesOf(page)),
    pages: withEntry(state.pages, roomId, ready),
    windows: withoutEntry(state.windows, roomId),
  };
  return withPendingUpTo(withStaleThreads(next, roomId), roomId, headSeq);
}

/**
 * A room that is not on the screen: only its newest messages are kept, the others are loaded again when they are wanted. The
 * rooms that were left longest ago, and one that was only looked at from outside, keep nothing.
 */
export function withRoomLeft(state: ChatState, roomId: RoomId): ChatState {
  const page = state.pages.get(roomId);
  const next = withNewest(withoutWindow(state, roomId), roomId, LEFT_MESSAGES);
  if (!page) return next;
  if (state.hasSubscriptions && !state.subscriptions.has(roomId))
    return withoutMessages(next, roomId);
  // Maps keep their order: the first is the one that was left first.
  const pages = new Map(next.pages);
  pages.delete(roomId);
  const [oldest] = pages.keys();
  pages.set(roomId, next.pages.get(roomId) ?? page);
  const kept = { ...next, pages };
  return pages.size > LEFT_ROOMS && oldest !== undefined ? withoutMessages(kept, oldest) : kept;
}

/** As if the room had never been opened. */
export function withoutMessages(state: ChatState, roomId: RoomId): ChatState {
  const next = withNewest(state, roomId, 0);
  return {
    ...next,
    messages: withoutEntry(next.messages, roomId),
    pages: withoutEntry(next.pages, roomId),
  };
}

/** Shows the newest messages of a room again. */
export function withoutWindow(state: ChatState, roomId: RoomId): ChatState {
  const windows = withoutEntry(state.windows, roomId);
  return windows === state.windows ? state : { ...state, windows };
}

/**
 * The message was seen just now. A person who sees the newest one has none on the screen that came long before: a room that is
 * followed for weeks keeps the messages that are still in reach of scrolling.
 */
export function withSeen(state: ChatState, roomId: RoomId, messageId: string): ChatState {
  const list = state.messages.get(roomId) ?? [];
  const isNewest = list.findLast((each) => each.msgNo !== null)?.id === messageId;
  const isLong = list.length > FOLLOWED_MESSAGES_MAX;
  return isLong && isNewest ? withNewest(state, roomId, FOLLOWED_MESSAGES) : state;
}

/** Older pages go on before the first one that is kept; one that is on its way belongs to what is gone. */
function withNewest(state: ChatState, roomId: RoomId, count: number): ChatState {
  const list = state.messages.get(roomId) ?? [];
  const kept = list.slice(Math.max(0, list.length - count));
  if (kept.length === list.length) return state;
  const sentAs = new Map(state.sentAs);
  for (const { id } of list.slice(0, list.length - kept.length)) sentAs.delete(id);
  const next = { ...state, sentAs, messages: withEntry(state.messages, roomId, kept) };
  const nextCursor = kept[0]?.id ?? null;
  return withPage(next, roomId, { hasMore: true, nextCursor, isLoadingOlder: false });
}
