import {
  MARK_READ_ACK_TIMEOUT_MS,
  type Message,
  type RoomId,
  type UnreadCount,
} from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { ChatState, ReadEntry } from "./chat-state.ts";
import type { CommandIo } from "./commands/command-kind.ts";
import type { Http } from "./http.ts";
import type { Outbox } from "./outbox.ts";
import { addressOf } from "./reducers/addresses.ts";
import { readMsgNoOf, withLocalRead } from "./reducers/subscriptions.ts";
import type { WritableStore } from "./store.ts";

/** Ids that mark-as-read takes: 24 hexadecimal digits, UUID, or temp_ (specification, section 5). */
const READABLE_ID = /^(temp_[\w-]{1,56}|[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export interface MarkUnreadOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly isLive: () => boolean;
  readonly loadSubscriptions: () => Promise<void>;
}

/**
 * Everything up to this message is read: shown at once, and sent by the outbox. Settles when the server has it or a connection
 * is awaited; fails when the server refuses.
 */
export async function markRead(
  { store, outbox }: { readonly store: WritableStore<ChatState>; readonly outbox: Outbox },
  roomId: RoomId,
  messageId: string,
): Promise<void> {
  const state = store.getSnapshot();
  const userId = state.currentUser?.id;
  const msgNo = placeOf(state, roomId, messageId);
  if (!state.subscriptions.has(roomId) || userId === undefined || msgNo === undefined) return;
  if (state.keptUnread === roomId) return;
  // A message that no server knows is read here alone.
  if (!READABLE_ID.test(messageId)) store.update((next) => withLocalRead(next, roomId, msgNo));
  else if (msgNo > readMsgNoOf(state, roomId))
    await outbox.read(userId, roomId, { messageId, msgNo });
}

/**
 * Tries a read once: over the live channel, and when that does not take it by REST, if it is still meant then. The new
 * count is answered by REST alone.
 */
export async function tryRead(
  { workspaceId, roomId, messageId: lastReadMessageId, ...entry }: ReadEntry,
  { store, link, call }: CommandIo,
  isMeant: () => boolean,
): Promise<UnreadCount | undefined> {
  const place = workspaceId && { workspaceId };
  const sessionRoomSlug = addressOf(store.getSnapshot(), roomId, entry.sessionRoomSlug);
  if (link.isReady()) {
    try {
      const question = { type: "CLIENT_MARK_ROOM_READ", sessionRoomSlug } as const;
      await link.request({ ...place, ...question, lastReadMessageId }, MARK_READ_ACK_TIMEOUT_MS);
      return undefined;
    } catch (cause) {
      if (!toApiError(cause).retryable || !isMeant()) throw cause;
    }
  }
  const params = { slug: sessionRoomSlug };
  return call("markRead", { params, body: { lastReadMessageId } }, { ...place });
}

/** Counts as unread from this message on, on all devices; being shown does not read it until the room is opened again. */
export async function markUnread(
  { store, call, isLive, loadSubscriptions }: MarkUnreadOptions,
  roomId: RoomId,
  fromMessageId: string,
): Promise<void> {
  const { activeRoomId, keptUnread: before } = store.getSnapshot();
  const slug = addressOf(store.getSnapshot(), roomId);
  if (activeRoomId === roomId) store.update((state) => ({ ...state, keptUnread: roomId }));
  try {
    await call("markUnread", { params: { slug }, body: { fromMessageId } });
  } catch (cause) {
    // Nothing is unread that being shown must not read.
    store.update((state) =>
      state.keptUnread === roomId ? { ...state, keptUnread: before } : state,
    );
    throw cause;
  }
  // The channel tells of it; without it nobody would.
  if (!isLive()) await loadSubscriptions();
}

/** Number of the last numbered message at or before this one; undefined for a message that is not known here. */
function placeOf(state: ChatState, roomId: RoomId, messageId: string): number | undefined {
  const subscription = state.subscriptions.get(roomId);
  const isNewest = subscription?.lastMessage?.id === messageId || messageId.startsWith("temp_");
  // An own message on its way moves the position to the end by itself.
  if (isNewest || !READABLE_ID.test(messageId)) return subscription?.lastMsgNo;
  const list: readonly Message[] = state.messages.get(roomId) ?? [];
  const at = list.findIndex((each) => each.id === messageId);
  if (at === -1) return undefined;
  const last = list.slice(0, at + 1).findLast((each) => each.msgNo !== null);
  return last?.msgNo ?? undefined;
}
