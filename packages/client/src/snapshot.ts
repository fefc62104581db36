import type { MessagePage, RoomId, WorkspaceId } from "@colbin/protocol";
import type { ChatState, KnownMessage, KnownSubscription, ReadEntry } from "./chat-state.ts";
import { withMessagePage, withPage } from "./reducers/messages.ts";
import { withPendingWhere } from "./reducers/pending.ts";
import { withLocalRead, withSubscriptions } from "./reducers/subscriptions.ts";
import type { StoredSnapshot } from "./snapshot-store.ts";

/** To be raised whenever what is kept, or a subscription in it, takes another shape: what is older is thrown away. */
const VERSION = 3;
/** The same for a room with its messages: what is older is read anew. */
const ROOM_VERSION = 3;
/** In the order of display; the others come with the list. */
const ROOMS = 2_000;
/** The rooms that were on the screen last, with as many messages as a page of the server has. */
const PAGES = 5;
const MESSAGES = 50;

/** Which log the state is of: seqs of another one do not compare with its own. */
export interface Origin {
  readonly workspaceId: WorkspaceId;
  readonly logEpoch: string;
}

interface Stamp<V extends number> {
  readonly version: V;
  readonly logEpoch: string;
}

/** The newest messages of a room. It may have come further than the list, or less far. */
interface KeptRoom
  extends Stamp<typeof ROOM_VERSION>, Pick<MessagePage, "headSeq" | "hasMore" | "nextCursor"> {
  readonly roomId: RoomId;
  readonly messages: readonly KnownMessage[];
  /** Message id and clientMessageId of own ones: their entry in the outbox may still be there. */
  readonly sentAs: readonly (readonly [string, string])[];
}

/** The list of rooms as the person saw it. No tokens, no profile. */
interface KeptList extends Stamp<typeof VERSION>, Pick<ChatState, "sidebar" | "otherWorkspaces"> {
  readonly subscriptions: readonly KnownSubscription[];
  readonly unreadNotifications: number;
  /** Rooms that are kept with messages: the one on the screen first, then those that were left last. */
  readonly rooms: readonly RoomId[];
  /** The reads that the server has not confirmed. */
  readonly reads: readonly ReadEntry[];
}

/** As an older build has kept it. */
type FormerRead = Omit<ReadEntry, "roomId">;

export interface Snapshot {
  readonly list: KeptList;
  /** In the order of the list. */
  readonly rooms: readonly KeptRoom[];
}

/** The list as it is kept. It must be one that the server gave. */
export function toKeptList(
  state: ChatState,
  logEpoch: string,
  reads: readonly ReadEntry[],
): KeptList {
  const { sidebar, otherWorkspaces } = state;
  const { unreadCount: unreadNotifications } = state.notifications;
  const rooms = keptRooms(state);
  const subscriptions = listedRooms(state);
  const list = { subscriptions, sidebar, otherWorkspaces, unreadNotifications, rooms, reads };
  return { version: VERSION, logEpoch, ...list };
}

function listedRooms({ order, subscriptions }: ChatState): readonly KnownSubscription[] {
  return order.slice(0, ROOMS).flatMap((id) => subscriptions.get(id) ?? []);
}

/** Rooms of the list whose messages are kept: of another the list could not say that it is lost. */
export function keptRooms(state: ChatState): readonly RoomId[] {
  const { activeRoomId, pages } = state;
  const ids = new Set([
    ...(activeRoomId === null ? [] : [activeRoomId]),
    ...[...pages.keys()].toReversed(),
  ]);
  const listed = new Set(state.order.slice(0, ROOMS));
  const rooms = [...ids].filter((id) => listed.has(id) && pages.get(id)?.status === "ready");
  return rooms.slice(0, PAGES);
}

/** One of them as it is kept. */
export function toKeptRoom(state: ChatState, logEpoch: string, roomId: RoomId): KeptRoom {
  const page = state.pages.get(roomId);
  const list = state.messages.get(roomId) ?? [];
  const messages = list.slice(-MESSAGES);
  const isCut = messages.length < list.length;
  const sentAs = messages.flatMap(({ id }) => {
    const sent = state.sentAs.get(id);
    return sent === undefined ? [] : [[id, sent] as const];
  });
  return {
    version: ROOM_VERSION,
    logEpoch,
    roomId,
    headSeq: page?.headSeq ?? 0,
    hasMore: isCut || (page?.hasMore ?? false),
    nextCursor: isCut ? (messages[0]?.id ?? null) : (page?.nextCursor ?? null),
    messages,
    sentAs,
  };
}

function isWhole(list: Partial<KeptList>): list is KeptList {
  return [list.subscriptions, list.rooms, list.reads].every((each) => Array.isArray(each));
}

/** Undefined for a list that an older build wrote, or that is none; rooms that do not belong to it are left out. */
export function readSnapshot(stored: StoredSnapshot): Snapshot | undefined {
  const list = stored.list as Partial<KeptList> | null | undefined;
  if (list?.version !== VERSION || !isWhole(list)) return undefined;
  const { logEpoch, subscriptions, rooms: order } = list;
  const ids = new Set(subscriptions.map(({ roomId }) => roomId));
  const rooms = (stored.rooms as readonly KeptRoom[]).filter(
    (room) => room.version === ROOM_VERSION && room.logEpoch === logEpoch && ids.has(room.roomId),
  );
  const ordered = new Set([...order, ...ids]);
  const byId = new Map(rooms.map((room) => [room.roomId, room]));
  const addresses = new Map(subscriptions.map((each) => [each.sessionRoomSlug, each.roomId]));
  const reads = list.reads.flatMap((read: ReadEntry | FormerRead) => {
    const roomId = "roomId" in read ? read.roomId : addresses.get(read.sessionRoomSlug);
    return roomId ? [{ ...read, roomId }] : [];
  });
  return { list: { ...list, reads }, rooms: [...ordered].flatMap((id) => byId.get(id) ?? []) };
}

/**
 * The state of before, as long as the server has told nothing: `hasSubscriptions` stays false, so the list is read all the same, and
 * pages are `isRestored`.
 */
export function withSnapshot(before: ChatState, { list, rooms }: Snapshot): ChatState {
  const { subscriptions, sidebar, otherWorkspaces, unreadNotifications, reads } = list;
  const notifications = { ...before.notifications, unreadCount: unreadNotifications };
  const read = reads.reduce(
    (next, { roomId, msgNo }) => withLocalRead(next, roomId, msgNo),
    before,
  );
  const listed = withSubscriptions(read, subscriptions);
  const state = { ...listed, hasSubscriptions: false, sidebar, otherWorkspaces, notifications };
  // The first is the one that was left first.
  return rooms.toReversed().reduce(withKeptRoom, state);
}

function withKeptRoom(state: ChatState, room: KeptRoom): ChatState {
  const { roomId, messages, sentAs, headSeq, hasMore, nextCursor } = room;
  const page = { headSeq, hasMore, nextCursor, messages: [...messages] };
  const shown = withMessagePage(state, roomId, page);
  const sent = new Set(sentAs.map(([, clientMessageId]) => clientMessageId));
  const once = withPendingWhere(shown, ({ clientMessageId }) => !sent.has(clientMessageId));
  const named = { ...once, sentAs: new Map([...once.sentAs, ...sentAs]) };
  return withPage(named, roomId, { isRestored: true });
}

/** The restored messages of a room are as the server has them once they have come as far as the list that was read since. */
export function withConfirmedPages(state: ChatState): ChatState {
  if (!state.hasSubscriptions) return state;
  return [...state.pages].reduce((next, [id, { isRestored, headSeq }]) => {
    const head = state.subscriptions.get(id)?.headSeq ?? Number.POSITIVE_INFINITY;
    return isRestored && headSeq >= head ? withPage(next, id, { isRestored: false }) : next;
  }, state);
}
