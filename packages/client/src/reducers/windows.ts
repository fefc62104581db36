import type { MessagePage, RoomId } from "@colbin/protocol";
import {
  withEntry,
  type ChatState,
  type KnownMessage,
  type MessageWindow,
  type RoomPage,
} from "../chat-state.ts";
import { withoutWindow, withPage } from "./messages.ts";
import { messagesOf } from "./personal.ts";

/** The messages that a room shows: its window, or its newest ones where it has none. */
export interface ShownPart {
  readonly messages: readonly KnownMessage[];
  /** How it goes on. */
  readonly ends: MessageWindow | RoomPage;
  readonly window: MessageWindow | undefined;
}

/** Undefined while the newest messages of the room are not there. */
export function shownPart(state: ChatState, roomId: RoomId): ShownPart | undefined {
  const window = state.windows.get(roomId);
  const page = state.pages.get(roomId);
  if (page?.status !== "ready") return undefined;
  return {
    messages: window?.messages ?? state.messages.get(roomId) ?? [],
    ends: window ?? page,
    window,
  };
}

/** Each message once, in order of seq, in its newest copy. */
function union(
  list: readonly KnownMessage[],
  others: readonly KnownMessage[],
): readonly KnownMessage[] {
  const byId = new Map(list.map((each) => [each.id, each]));
  for (const each of others) {
    const known = byId.get(each.id);
    if (!known || known.stateSeq < each.stateSeq) byId.set(each.id, each);
  }
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq);
}

/** Messages before the shown ones, put in front and de-duplicated by id (specification, section 7): the newer copy stays. */
export function withOlderPage(state: ChatState, roomId: RoomId, older: MessagePage): ChatState {
  const part = shownPart(state, roomId);
  if (!part) return state;
  const messages = union(part.messages, messagesOf(older));
  const { hasMore, nextCursor } = older;
  const ends = { hasMore, nextCursor, isLoadingOlder: false, error: null };
  if (part.window) return withWindow(state, roomId, { ...part.window, ...ends, messages });
  return withPage(
    { ...state, messages: withEntry(state.messages, roomId, messages) },
    roomId,
    ends,
  );
}

/** A page from somewhere in the history is shown, with the newest messages where it reaches them. */
export function withPageAround(
  state: ChatState,
  roomId: RoomId,
  place: string,
  page: MessagePage,
): ChatState {
  const messages = messagesOf(page);
  if (messages.length === 0) return withoutWindow(state, roomId);
  const { hasMore, nextCursor, hasNewer = false } = page;
  const ends = { hasMore, nextCursor, isLoadingOlder: false, error: null };
  const window = { place, messages, ...ends, isLoadingNewer: false, newerError: null };
  const opened = withWindow(state, roomId, window);
  return hasNewer ? withMet(opened, roomId) : withJoined(opened, roomId);
}

/** Messages behind those of the window. Where there are no more, the newest messages follow. */
export function withNewerPage(state: ChatState, roomId: RoomId, newer: MessagePage): ChatState {
  const window = state.windows.get(roomId);
  if (!window) return state;
  const messages = union(window.messages, messagesOf(newer));
  const next = { ...window, messages, isLoadingNewer: false, newerError: null };
  const grown = withWindow(state, roomId, next);
  return newer.hasMore ? withMet(grown, roomId) : withJoined(grown, roomId);
}

type EndsChange = Partial<
  Pick<MessageWindow, "error" | "isLoadingOlder" | "newerError" | "isLoadingNewer">
>;

/** Changes what is known of the ends of what is shown. */
export function withEnds(state: ChatState, roomId: RoomId, change: EndsChange): ChatState {
  const window = state.windows.get(roomId);
  if (window) return withWindow(state, roomId, { ...window, ...change });
  const { isLoadingNewer: _, newerError: __, ...ofPage } = change;
  return withPage(state, roomId, ofPage);
}

function withWindow(state: ChatState, roomId: RoomId, window: MessageWindow): ChatState {
  return { ...state, windows: withEntry(state.windows, roomId, window) };
}

/** A window that has come to the newest messages is one with them. */
function withMet(state: ChatState, roomId: RoomId): ChatState {
  const first = state.messages.get(roomId)?.[0];
  const last = state.windows.get(roomId)?.messages.at(-1);
  return first && last && last.seq >= first.seq ? withJoined(state, roomId) : state;
}

function withJoined(state: ChatState, roomId: RoomId): ChatState {
  const window = state.windows.get(roomId);
  if (!window) return state;
  const { hasMore, nextCursor, isLoadingOlder, error, place } = window;
  const messages = union(state.messages.get(roomId) ?? [], window.messages);
  const next = {
    ...withoutWindow(state, roomId),
    messages: withEntry(state.messages, roomId, messages),
  };
  return withPage(next, roomId, { hasMore, nextCursor, isLoadingOlder, error, place });
}
