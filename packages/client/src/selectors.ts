import type { Message, Subscription } from "@colbin/protocol";
import type { ChatState, PendingMessage, SendFailure, TypingUser } from "./chat-state.ts";

/** A message as the list shows it: confirmed, or an own one on its way. */
export interface VisibleMessage extends Omit<Message, "roomId" | "stateSeq"> {
  /** Stays the same when an own message is confirmed. */
  readonly key: string;
  /** Set on own messages that are not confirmed: what retry and discard take. */
  readonly clientMessageId: string | null;
  readonly failure: SendFailure | null;
}

const nothing: readonly never[] = [];
const confirmedViews = new WeakMap<Message, VisibleMessage>();
const visibleLists = new WeakMap<
  object,
  { pending: readonly PendingMessage[]; list: readonly VisibleMessage[] }
>();

function toConfirmed(state: ChatState, message: Message): VisibleMessage {
  const known = confirmedViews.get(message);
  if (known) return known;
  const key = state.sentAs.get(message.id) ?? message.id;
  const view = { ...message, key, clientMessageId: null, failure: null };
  confirmedViews.set(message, view);
  return view;
}

function toUnconfirmed(state: ChatState, entry: PendingMessage): VisibleMessage {
  const { clientMessageId, sessionRoomSlug, content, type, failure, position } = entry;
  const at = new Date(position).toISOString();
  return {
    id: clientMessageId as Message["id"],
    key: clientMessageId,
    clientMessageId,
    failure,
    sessionRoomSlug,
    seq: entry.acknowledgedSeq ?? Number.MAX_SAFE_INTEGER,
    msgNo: null,
    authorId: entry.userId,
    authorName: state.currentUser?.fullName ?? "",
    authorAvatar: state.currentUser?.avatar_url ?? null,
    content,
    type,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    isDeleted: false,
    status: statusOf(entry),
    reactions: [],
  };
}

function statusOf({ failure, acknowledgedSeq }: PendingMessage): Message["status"] {
  if (failure) return "failed";
  return acknowledgedSeq === null ? "sending" : "sent";
}

/** Confirmed messages of a room and after them the own ones on their way. Same state, same array. */
export function visibleMessages(state: ChatState, slug: string): readonly VisibleMessage[] {
  const messages = state.messages.get(slug) ?? nothing;
  const pending = state.pending.get(slug) ?? nothing;
  // Rooms without messages share the empty list, so their pending ones tell them apart.
  const owner = messages === nothing ? pending : messages;
  const known = visibleLists.get(owner);
  if (known?.pending === pending) return known.list;
  const list = [
    ...messages.map((message) => toConfirmed(state, message)),
    ...pending.map((entry) => toUnconfirmed(state, entry)),
  ];
  visibleLists.set(owner, { pending, list });
  return list;
}

const orderedLists = new WeakMap<
  ChatState["subscriptions"],
  { order: readonly string[]; list: readonly Subscription[] }
>();

/** Subscriptions in the order of display. Same state, same array. */
export function orderedSubscriptions(state: ChatState): readonly Subscription[] {
  const { subscriptions, order } = state;
  const known = orderedLists.get(subscriptions);
  if (known?.order === order) return known.list;
  const list = order.map((slug) => subscriptions.get(slug)).filter((each) => each !== undefined);
  orderedLists.set(subscriptions, { order, list });
  return list;
}

/** Does the sidebar's search box find this room? Name or description, case-insensitive (specification, section 2). */
export function matchesSearch(
  room: Pick<Subscription, "roomName" | "description">,
  query: string,
): boolean {
  const wanted = query.trim().toLowerCase();
  return [room.roomName, room.description ?? ""].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** Who types in a room now, in the order in which they began; never oneself. */
export function typingUsersOf(state: ChatState, slug: string): readonly TypingUser[] {
  return state.typingUsers.get(slug) ?? nothing;
}

/**
 * The part of the state that the server alone decides, for comparing: events applied to an older snapshot must give
 * the same as a fresh snapshot.
 */
export function confirmedState(
  state: ChatState,
): Pick<ChatState, "subscriptions" | "order" | "messages" | "totalUnread"> {
  const { subscriptions, order, messages, totalUnread } = state;
  return { subscriptions, order, messages, totalUnread };
}

/** Messages that wait on this device: on their way, or refused. */
export function countUnsent({ pending }: ChatState): number {
  let count = 0;
  for (const entries of pending.values()) count += entries.length;
  return count;
}
