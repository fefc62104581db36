import {
  isOwnerless,
  type RoomId,
  type Subscription,
  type UnreadCount,
  type UnreadSummary,
} from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState, type KnownSubscription } from "../chat-state.ts";
import { roomKeyOf, withAddresses } from "./addresses.ts";
import { withPendingUpTo } from "./pending.ts";
import { withoutThreads } from "./loaded-threads.ts";

/** Unread first, more unread first, then latest message, then activity (specification, section 4; rules-rooms 40). */
function compare(one: Subscription, other: Subscription): number {
  return (
    shownUnread(other) - shownUnread(one) ||
    descending(one.lastMessage?.createdAt ?? "", other.lastMessage?.createdAt ?? "") ||
    descending(one.lastActivityAt, other.lastActivityAt) ||
    -descending(one.sessionRoomSlug, other.sessionRoomSlug)
  );
}

/** For the order a muted room counts as read unless it holds a mention. */
function shownUnread({ isMuted, mentionCount, unreadCount }: Subscription): number {
  return isMuted && mentionCount === 0 ? 0 : unreadCount;
}

function descending(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

function withTotals(state: ChatState, subscriptions: ChatState["subscriptions"]): ChatState {
  // From the order of before, which is nearly right: sorting is then one pass.
  const ids = new Set([...state.order, ...subscriptions.keys()]);
  const list = [...ids].map((id) => subscriptions.get(id));
  const sorted = list.filter((each) => each !== undefined).toSorted(compare);
  const order = sorted.map((each) => each.roomId);
  const isSameOrder =
    order.length === state.order.length && order.every((id, at) => id === state.order[at]);
  let totalUnread = 0;
  for (const each of sorted) totalUnread += countsInTotal(each);
  return { ...state, subscriptions, totalUnread, order: isSameOrder ? state.order : order };
}

/** Number up to which a room counts as read: an own read that is on its way ends what was marked as unread. */
function readIn(
  { readMsgNo, unreadFromMsgNo = Infinity }: KnownSubscription,
  localRead: number | undefined,
): number {
  return localRead === undefined
    ? Math.min(readMsgNo, unreadFromMsgNo - 1)
    : Math.max(readMsgNo, localRead);
}

/**
 * Unread follows from the numbers alone. In direct rooms and groups every message is meant for everybody in it (rules-rooms 46). Mentions
 * in threads are those of the threads that are known, and before these were read as many as the server said.
 */
function counted(
  { localReads, threadMentions }: Pick<ChatState, "localReads" | "threadMentions">,
  subscription: KnownSubscription,
): KnownSubscription {
  const { roomId, roomType, lastMsgNo, threadMentionCount: before = 0 } = subscription;
  const unreadCount = Math.max(0, lastMsgNo - readIn(subscription, localReads.get(roomId)));
  const isConversation = roomType === "direct" || roomType === "group";
  const mentions = isConversation ? unreadCount : subscription.mentionCount - before;
  const inThreads = threadMentions ? (threadMentions.get(roomId) ?? 0) : before;
  const mentionCount = (unreadCount === 0 ? 0 : mentions) + inThreads;
  const isSame =
    unreadCount === subscription.unreadCount &&
    mentionCount === subscription.mentionCount &&
    inThreads === before;
  if (isSame) return subscription;
  const threadMentionCount = inThreads === 0 ? undefined : inThreads;
  return { ...subscription, unreadCount, mentionCount, threadMentionCount };
}

/** The mentions in the threads of these rooms are counted anew. */
export function withCounted(state: ChatState, roomIds: readonly RoomId[]): ChatState {
  return roomIds.reduce((next, roomId) => {
    const known = next.subscriptions.get(roomId);
    return known ? withSubscription(next, known) : next;
  }, state);
}

/** Number up to which a room counts as read, with what is on its way. */
export function readMsgNoOf({ subscriptions, localReads }: ChatState, roomId: RoomId): number {
  const subscription = subscriptions.get(roomId);
  return subscription
    ? readIn(subscription, localReads.get(roomId))
    : (localReads.get(roomId) ?? 0);
}

/** Puts a subscription in with its unread number, the order and the total; the same one again changes nothing. */
export function withSubscription(state: ChatState, subscription: KnownSubscription): ChatState {
  const { roomId } = subscription;
  const next = counted(state, subscription);
  const known = state.subscriptions.get(roomId);
  if (known === next) return state;
  const subscriptions = new Map(state.subscriptions).set(roomId, next);
  const order = withPlace(state.order, next, subscriptions);
  const totalUnread = state.totalUnread + countsInTotal(next) - (known ? countsInTotal(known) : 0);
  return { ...state, subscriptions, order, totalUnread };
}

function countsInTotal({ isMuted, unreadCount }: Subscription): number {
  return isMuted ? 0 : unreadCount;
}

/** The order with one room where it belongs now: a message changes the place of its own room alone. */
function withPlace(
  order: readonly RoomId[],
  room: KnownSubscription,
  subscriptions: ChatState["subscriptions"],
): readonly RoomId[] {
  const { roomId } = room;
  const others = order.filter((each) => each !== roomId);
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = others[middle];
    const other = at && subscriptions.get(at);
    if (other && compare(other, room) < 0) low = middle + 1;
    else high = middle;
  }
  return order[low] === roomId && order.length > others.length
    ? order
    : others.toSpliced(low, 0, roomId);
}

/** A snapshot that was read before events we already have must not take them back; a read position never goes back. */
function merged(known: KnownSubscription | undefined, snapshot: Subscription): KnownSubscription {
  if (!known) return snapshot;
  const { readMsgNo, mentionCount, threadMentionCount, unreadFromMsgNo } =
    known.readMsgNo > snapshot.readMsgNo ? known : snapshot;
  const lastReadAt = later(known.lastReadAt, snapshot.lastReadAt);
  const read = { readMsgNo, lastReadAt, mentionCount, threadMentionCount, unreadFromMsgNo };
  const base = { ...snapshot, ...read };
  if (known.headSeq <= snapshot.headSeq) return base;
  // All of that is told by the log; the rest is of this person alone.
  const { joinedAt, isMuted, mutedUntil, notificationSettings, participants } = snapshot;
  const own = { joinedAt, isMuted, mutedUntil, notificationSettings, participants };
  return { ...known, ...read, ...own };
}

function later(one: string | null, other: string | null): string | null {
  return (one ?? "") > (other ?? "") ? one : other;
}

/**
 * The subscriptions as the server listed them. Idempotent, and harmless when it arrives after events that it does not
 * contain yet. With `replace` a room that is missing in the list is gone; without it the list only adds.
 */
export function withSubscriptions(
  before: ChatState,
  listed: readonly Subscription[],
  mode: "replace" | "add" = "replace",
): ChatState {
  const ids = new Set(listed.map(({ roomId }) => roomId));
  const isGone = (id: RoomId): boolean => mode === "replace" && !ids.has(id);
  const kept = [...before.subscriptions.keys()].filter(isGone).reduce(withoutRoom, before);
  const subscriptions = new Map(kept.subscriptions);
  for (const snapshot of listed) {
    const { roomId } = snapshot;
    const next = merged(kept.subscriptions.get(roomId), snapshot);
    subscriptions.set(roomId, counted(kept, next));
  }
  const state = withAddresses(withTotals(kept, subscriptions), [...subscriptions.values()]);
  return { ...state, hasSubscriptions: true };
}

/** Applies rooms that changed or went. */
export function withChangedRooms(
  state: ChatState,
  changed: readonly Subscription[],
  removed: readonly RoomId[],
): ChatState {
  const kept = removed.filter((id) => state.subscriptions.has(id)).reduce(withoutRoom, state);
  if (changed.length === 0) return kept;
  const { hasSubscriptions } = kept;
  return { ...withSubscriptions(kept, changed, "add"), hasSubscriptions };
}

/** Forgets a room that the person is not in any more: messages, typing people, read positions. Unsent text stays. */
export function withoutRoom(state: ChatState, roomId: RoomId): ChatState {
  const without = {
    // An acknowledged entry waits for a log that does not come any more.
    ...withPendingUpTo(state, roomId, Number.POSITIVE_INFINITY),
    messages: withoutEntry(state.messages, roomId),
    pages: withoutEntry(state.pages, roomId),
    windows: withoutEntry(state.windows, roomId),
    threads: withoutThreads(state, roomId).threads,
    typingUsers: withoutEntry(state.typingUsers, roomId),
    localReads: withoutEntry(state.localReads, roomId),
    rooms: withoutEntry(state.rooms, roomId),
    ...(isHiding(state, roomId) && {
      activeRoomId: null,
      selectedMessageId: null,
      keptUnread: null,
    }),
  };
  return withoutSubscription(without, roomId);
}

/** Nobody leaves such a room: it was hidden, and asking for it would show it again (rules-rooms 26, 41). */
function isHiding({ subscriptions, activeRoomId }: ChatState, roomId: RoomId): boolean {
  const roomType = subscriptions.get(roomId)?.roomType;
  return activeRoomId === roomId && roomType !== undefined && isOwnerless(roomType);
}

/** The room is in no list of the person any more. */
export function withoutSubscription(state: ChatState, roomId: RoomId): ChatState {
  return withTotals(state, withoutEntry(state.subscriptions, roomId));
}

/** The read position of one room as the server stored it; an older one changes nothing. */
export function withUnreadCount(state: ChatState, update: UnreadCount): ChatState {
  const known = state.subscriptions.get(roomKeyOf(state, update.sessionRoomSlug));
  if (!known || update.readMsgNo < known.readMsgNo) return state;
  const { readMsgNo, mentionCount, threadMentionCount } = update;
  const lastReadAt = later(known.lastReadAt, update.lastReadAt);
  const read = { readMsgNo, mentionCount, threadMentionCount, lastReadAt };
  return withSubscription(state, { ...known, ...read });
}

/**
 * Mentions of all rooms and totals of the other workspaces. The unread numbers of rooms are not taken: the two numbers
 * of a subscription already say them, and a summary may be older than an event that came before it.
 */
export function withUnreadSummary(state: ChatState, summary: UnreadSummary): ChatState {
  const subscriptions = new Map(state.subscriptions);
  for (const { sessionRoomSlug, mentionCount, threadMentionCount } of summary.rooms) {
    const roomId = roomKeyOf(state, sessionRoomSlug);
    const known = subscriptions.get(roomId);
    if (known)
      subscriptions.set(roomId, counted(state, { ...known, mentionCount, threadMentionCount }));
  }
  return { ...withTotals(state, subscriptions), otherWorkspaces: summary.organizations };
}

/** Lays an own read over the room until the server has stored it; null takes it away again. */
export function withLocalRead(state: ChatState, roomId: RoomId, msgNo: number | null): ChatState {
  const localReads =
    msgNo === null
      ? withoutEntry(state.localReads, roomId)
      : withEntry(state.localReads, roomId, Math.max(msgNo, state.localReads.get(roomId) ?? 0));
  const known = state.subscriptions.get(roomId);
  const next = { ...state, localReads };
  return known ? withSubscription(next, known) : next;
}

/** The server stored this read position; it only moves forward. The time of reading comes with its own update. */
export function withReadPosition(state: ChatState, roomId: RoomId, msgNo: number): ChatState {
  const known = state.subscriptions.get(roomId);
  if (!known || msgNo <= known.readMsgNo) return state;
  return withSubscription(state, { ...known, readMsgNo: msgNo });
}
