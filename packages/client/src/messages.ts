import { isBlank, toReaction, type MessageId, type RoomId } from "@colbin/protocol";
import { ApiError, notAuthenticated } from "./api-error.ts";
import type { Chat, TakenBackListener } from "./chat-client.ts";
import type { Command, SendOptions } from "./chat-state.ts";
import { createHistory } from "./history.ts";
import type { HistoryHost } from "./history-host.ts";
import type { Outbox } from "./outbox.ts";
import { markRead, markUnread, type MarkUnreadOptions } from "./read-marks.ts";
import { withoutWindow, withSeen } from "./reducers/messages.ts";
import { hasReacted } from "./reducers/reactions.ts";
import { countUnsent, shownMessages, threadMessages } from "./selectors.ts";
import { headOf } from "./state.ts";
import type { Typing } from "./typing.ts";
import type { VisibleMessage } from "./visible-message.ts";

export interface MessagesOptions extends HistoryHost, MarkUnreadOptions {
  readonly outbox: Outbox;
  readonly typing: Typing;
  readonly takenBack: Set<TakenBackListener>;
}

/** The acts of screens on messages. */
export function createMessages(options: MessagesOptions): Chat["messages"] {
  const { store, outbox } = options;
  return {
    send: (roomId, content, how) => send(options, roomId, content, how),
    edit: (roomId, messageId, content) => edit(options, roomId, messageId, content),
    tick: (roomId, messageId, at) => tick(options, roomId, messageId, at),
    remove: (roomId, messageId) => add(options, roomId, { kind: "delete", messageId }),
    react: (roomId, messageId, emoji) => react(options, roomId, messageId, emoji),
    vote: (roomId, messageId, optionIds) =>
      add(options, roomId, { kind: "vote", messageId, optionIds }),
    onTakenBack(listener) {
      options.takenBack.add(listener);
      return () => options.takenBack.delete(listener);
    },
    retry: (clientMessageId) => outbox.retry(clientMessageId),
    discard: (clientMessageId) => outbox.discard(clientMessageId),
    async findUnsent() {
      const { currentUser } = store.getSnapshot();
      const elsewhere = currentUser ? await outbox.restore(currentUser.id) : 0;
      return countUnsent(store.getSnapshot()) + elsewhere;
    },
    ...createHistory(options),
    markRead(roomId, messageId) {
      store.update((state) => withSeen(state, roomId, messageId));
      return markRead(options, roomId, messageId);
    },
    markUnread: (roomId, messageId) => markUnread(options, roomId, messageId),
  };
}

async function send(
  options: MessagesOptions,
  roomId: RoomId,
  text: string,
  how: SendOptions = {},
): Promise<void> {
  const { currentUser, hasSubscriptions, subscriptions } = options.store.getSnapshot();
  const content = text.trim();
  if (!currentUser) throw notAuthenticated();
  if (hasSubscriptions && !subscriptions.has(roomId)) throw notSubscribed();
  if (isBlank(content) && !how.files) return;
  options.typing.stop(roomId);
  // A message of one's own stands behind the newest ones, and leads there; one of a thread leaves the room as it is.
  if (how.threadId === undefined || how.alsoSendToRoom)
    options.store.update((state) => ({ ...withoutWindow(state, roomId), keptUnread: null }));
  const anchorSeq = headOf(options.store.getSnapshot(), roomId) ?? Number.MAX_SAFE_INTEGER;
  const type = how.files?.[0]?.voice ? "voice" : how.files ? "file" : "text";
  await add(options, roomId, { kind: "send", content, type, anchorSeq, ...how });
}

async function add(options: MessagesOptions, roomId: RoomId, command: Command): Promise<void> {
  const { currentUser } = options.store.getSnapshot();
  if (!currentUser) throw notAuthenticated();
  await options.outbox.add(currentUser.id, roomId, command);
}

async function edit(
  options: MessagesOptions,
  roomId: RoomId,
  messageId: MessageId,
  text: string,
): Promise<void> {
  const content = text.trim();
  if (isBlank(content)) return;
  const { content: before, failedEdit } = findShown(options, roomId, messageId) ?? {};
  if (before !== content) await add(options, roomId, { kind: "edit", messageId, content });
  // An edit that was refused is sent anew, or not at all.
  if (failedEdit) await options.outbox.discard(failedEdit.clientMessageId);
}

/** In the text as it is shown. */
async function tick(
  options: MessagesOptions,
  roomId: RoomId,
  messageId: MessageId,
  at: number,
): Promise<void> {
  const { content = "" } = findShown(options, roomId, messageId) ?? {};
  if (/^\[[ xX]\]$/.test(content.slice(at - 1, at + 2)))
    await add(options, roomId, { kind: "tick", messageId, content, at });
}

async function react(
  options: MessagesOptions,
  roomId: RoomId,
  messageId: MessageId,
  picked: string,
): Promise<void> {
  const emoji = toReaction(picked);
  if (emoji === undefined) return;
  const me = options.store.getSnapshot().currentUser?.id;
  const shown = findShown(options, roomId, messageId);
  const isOwn = shown !== undefined && hasReacted(shown, emoji, me);
  await add(options, roomId, { kind: "react", messageId, emoji, action: isOwn ? "remove" : "add" });
}

function findShown({ store }: MessagesOptions, roomId: RoomId, id: MessageId) {
  const state = store.getSnapshot();
  const isIt = (each: VisibleMessage): boolean => each.id === id;
  return (
    shownMessages(state, roomId).find(isIt) ??
    [...state.threads.keys()].flatMap((rootId) => threadMessages(state, rootId)).find(isIt)
  );
}

function notSubscribed(): ApiError {
  const message = "Not subscribed to this room";
  return new ApiError({ code: "NOT_SUBSCRIBED", message, status: 403, details: {} });
}
