import {
  toNewPoll,
  type FileId,
  type Message,
  type MessageFile,
  type MessageId,
  type RoomId,
  type Subscription,
} from "@colbin/protocol";
import type {
  ChatState,
  KnownMessage,
  KnownSubscription,
  LoadedThread,
  OutboxEntry,
  OutgoingFile,
  PendingEntry,
  TypingUser,
} from "./chat-state.ts";
import { kindOf } from "./commands.ts";
import { addressOf } from "./reducers/addresses.ts";
import { statusOf, type VisibleMessage } from "./visible-message.ts";

const nothing: readonly never[] = [];
const confirmedViews = new WeakMap<Message, VisibleMessage>();
/** The list made last from each list of messages, and all else of which it was made. */
const visibleLists = new WeakMap<object, Seen & { readonly list: readonly VisibleMessage[] }>();

interface Seen {
  readonly pending: readonly PendingEntry[];
  readonly currentUser: ChatState["currentUser"];
  readonly hasMore: boolean;
}

function toConfirmed(state: ChatState, message: Message): VisibleMessage {
  const known = confirmedViews.get(message);
  if (known) return known;
  const key = state.sentAs.get(message.id) ?? message.id;
  const view = { ...message, key, clientMessageId: null, failure: null, failedEdit: null };
  confirmedViews.set(message, view);
  return view;
}

type PendingSend = Extract<PendingEntry, { readonly kind: "send" }>;

function toUnconfirmed(state: ChatState, entry: PendingSend): VisibleMessage {
  const { clientMessageId, roomId, content, type, failure, position, quote, poll, files } = entry;
  const at = new Date(position).toISOString();
  return {
    id: clientMessageId as Message["id"],
    key: clientMessageId,
    clientMessageId,
    failure,
    failedEdit: null,
    roomId,
    seq: entry.acknowledgedSeq ?? Number.MAX_SAFE_INTEGER,
    msgNo: null,
    authorId: entry.userId,
    authorName: state.currentUser?.fullName ?? "",
    authorAvatar: state.currentUser?.avatar_url ?? null,
    ...(state.currentUser?.role === "GUEST" && { authorIsGuest: true as const }),
    content,
    type,
    ...(entry.threadId !== undefined && { threadId: entry.threadId }),
    metadata: toMetadata(files),
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    isDeleted: false,
    status: statusOf(entry),
    reactions: [],
    quote,
    ...(poll && { poll: toNewPoll(poll) }),
    ...(files && { files: files.map(toWaiting) }),
  };
}

/** A recording is by itself. */
function toMetadata([file]: readonly OutgoingFile[] = []): VisibleMessage["metadata"] {
  return file?.voice ? { voice: { fileId: file.id as FileId, ...file.voice } } : {};
}

/** By its id on this device. */
function toWaiting({ id, voice: _voice, ...file }: OutgoingFile): MessageFile {
  return { ...file, id: id as FileId, status: "ready", variants: [] };
}

/**
 * The messages of a room as the person wants them: confirmed ones, changed by what is on its way, and unsent ones, each after the
 * messages that were known when it was written. Same state, same array.
 */
export function visibleMessages(state: ChatState, roomId: RoomId): readonly VisibleMessage[] {
  return seenThrough(state, roomId, state.messages.get(roomId) ?? nothing);
}

const visibleThreads = new WeakMap<
  LoadedThread,
  Pick<Seen, "pending" | "currentUser"> & { readonly list: readonly VisibleMessage[] }
>();

/** The message that a thread answers and its loaded replies, as visibleMessages; nothing before it was read. Same state, same array. */
export function threadMessages(state: ChatState, rootId: MessageId): readonly VisibleMessage[] {
  const thread = state.threads.get(rootId);
  if (!thread?.root) return nothing;
  const { currentUser } = state;
  const pending = state.pending.get(thread.roomId) ?? nothing;
  const known = visibleThreads.get(thread);
  if (known?.currentUser === currentUser && known.pending === pending) return known.list;
  const sends = thread.hasNewer
    ? nothing
    : pending.filter(isSend).filter(({ threadId }) => threadId === rootId);
  const messages = [thread.root, ...thread.messages];
  const list = overlaid(state, messages, sends, { pending, currentUser, hasMore: false });
  visibleThreads.set(thread, { pending, currentUser, list });
  return list;
}

/** Does an unsent message stand in the room itself? */
function isOfRoom({ threadId, alsoSendToRoom }: PendingSend): boolean {
  return threadId === undefined || alsoSendToRoom === true;
}

/** The messages that the screen shows of a room: as visibleMessages, or those of its window, without the unsent ones. Same state, same array. */
export function shownMessages(state: ChatState, roomId: RoomId): readonly VisibleMessage[] {
  const window = state.windows.get(roomId);
  return window ? seenThrough(state, roomId, window.messages) : visibleMessages(state, roomId);
}

function seenThrough(
  state: ChatState,
  roomId: RoomId,
  messages: readonly KnownMessage[],
): readonly VisibleMessage[] {
  const pending = state.pending.get(roomId) ?? nothing;
  // Rooms without messages share the empty list, so their pending ones tell them apart.
  const owner = messages === nothing ? pending : messages;
  const known = visibleLists.get(owner);
  const { currentUser } = state;
  const hasMore = state.pages.get(roomId)?.hasMore ?? false;
  const isSame = known?.currentUser === currentUser && known.hasMore === hasMore;
  if (isSame && known.pending === pending) return known.list;
  const seen = { pending, currentUser, hasMore };
  const isWindow = messages === state.windows.get(roomId)?.messages;
  const sends = isWindow ? nothing : pending.filter(isSend).filter(isOfRoom);
  const list = overlaid(state, messages, sends, seen);
  visibleLists.set(owner, { ...seen, list });
  return list;
}

function overlaid(
  state: ChatState,
  messages: readonly Message[],
  sends: readonly PendingSend[],
  { pending, hasMore }: Seen,
): VisibleMessage[] {
  // An unsent message from before all that is loaded is shown all the same: at the end, until its place is loaded.
  const loadedFrom = hasMore ? (messages[0]?.seq ?? 0) : 0;
  const changes = Map.groupBy(pending.filter(isChange), ({ messageId }) => messageId);
  const list: VisibleMessage[] = [];
  let anchorSeq = 0;
  let at = 0;
  const takeUpTo = (seq: number): void => {
    for (let next = messages[at]; next && next.seq <= seq; next = messages[at]) {
      const ofMessage = changes.get(next.id) ?? nothing;
      const confirmed = toConfirmed(state, next);
      list.push(ofMessage.reduce(withCommand(state), confirmed));
      at += 1;
    }
  };
  for (const entry of sends) {
    // Own messages arrive in the order of writing: what is on its way comes behind those that have.
    const isOwn = ({ authorId }: Message): boolean => authorId === entry.userId;
    const sentSeq = entry.failure ? 0 : (messages.findLast(isOwn)?.seq ?? 0);
    const ownSeq = Math.max(entry.anchorSeq, sentSeq);
    anchorSeq = Math.max(anchorSeq, ownSeq < loadedFrom ? Number.MAX_SAFE_INTEGER : ownSeq);
    takeUpTo(anchorSeq);
    list.push(toUnconfirmed(state, entry));
  }
  takeUpTo(Number.POSITIVE_INFINITY);
  return list;
}

/** The message as it will be once the server has done the command. */
const withCommand = (state: ChatState) => (message: VisibleMessage, entry: PendingEntry) =>
  kindOf(entry).show?.(message, entry, state) ?? message;

type PendingChange = Exclude<PendingEntry, { readonly kind: "send" }>;

function isChange(entry: PendingEntry): entry is PendingChange {
  return entry.kind !== "send";
}

/** Is it a message that is still to be sent? */
export function isSend<E extends OutboxEntry>(
  entry: E,
): entry is Extract<E, { readonly kind: "send" }> {
  return entry.kind === "send";
}

const orderedLists = new WeakMap<
  ChatState["subscriptions"],
  { order: readonly RoomId[]; list: readonly Subscription[] }
>();

/** Subscriptions in the order of display. Same state, same array. */
export function orderedSubscriptions(state: ChatState): readonly Subscription[] {
  const { subscriptions, order } = state;
  const known = orderedLists.get(subscriptions);
  if (known?.order === order) return known.list;
  const list = order
    .map((roomId) => subscriptions.get(roomId))
    .filter((each) => each !== undefined);
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

/** The people who type now in a room, or in the thread of this root, in the order in which they began; never oneself. */
export function typingUsersOf(state: ChatState, place: RoomId | MessageId): readonly TypingUser[] {
  return state.typingUsers.get(place) ?? nothing;
}

/** As the server lists it. */
function toListed(subscription: KnownSubscription): Subscription {
  const {
    previewSeq: _,
    peopleSeq: _people,
    pinsSeq: _pins,
    namedIn: _named,
    ...listed
  } = subscription;
  return listed;
}

/**
 * The part of the state that the server alone decides, for comparing: events applied to an older snapshot must give
 * the same as a fresh snapshot.
 */
export function confirmedState(
  state: ChatState,
): Pick<ChatState, "subscriptions" | "order" | "messages" | "totalUnread"> {
  const { order, totalUnread } = state;
  const listed = [...state.subscriptions].map(
    ([roomId, each]) => [roomId, toListed(each)] as const,
  );
  const subscriptions = new Map(listed);
  // The address in a message is that of the time when it was told.
  const told = [...state.messages].map(([roomId, list]) => {
    const sessionRoomSlug = addressOf(state, roomId);
    return [roomId, list.map((each) => ({ ...each, sessionRoomSlug }))] as const;
  });
  const messages = new Map(told);
  return { subscriptions, order, messages, totalUnread };
}

/** Texts of the person that wait on this device: on their way, or refused. */
export function countUnsent({ pending }: ChatState): number {
  return [...pending.values()].flat().filter(isUnsent).length;
}

/** Is it a text that the server does not have? */
function isUnsent(entry: PendingEntry): boolean {
  return kindOf(entry).keepsText && entry.acknowledgedSeq === null;
}
