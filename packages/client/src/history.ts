import type { MessageId, RoomId } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { HistoryHost } from "./history-host.ts";
import { addressOf } from "./reducers/addresses.ts";
import { withoutWindow } from "./reducers/messages.ts";
import {
  shownPart,
  withEnds,
  withNewerPage,
  withOlderPage,
  withPageAround,
} from "./reducers/windows.ts";
import { readMsgNoOf } from "./reducers/subscriptions.ts";
import type { DurableFrame } from "./room-logs.ts";
import { applyEvent } from "./state.ts";

type Query = { readonly before: string } | { readonly after: string } | { readonly around: string };

/** Moving through what was said in a room. */
export function createHistory(
  options: HistoryHost,
): Pick<Chat["messages"], "loadOlder" | "loadNewer" | "show" | "showUnread" | "showNewest"> {
  const { store } = options;
  let shows = 0;

  /** The last of several requests on their way counts, and none for a room that was left. */
  async function showAround(roomId: RoomId, place: string): Promise<void> {
    shows += 1;
    const own = shows;
    const { answer, recorded } = await read(options, roomId, { around: place });
    store.update((state) => {
      const isWanted = own === shows && state.activeRoomId === roomId;
      if (!isWanted || !shownPart(state, roomId)) return state;
      return withRecorded(withPageAround(state, roomId, place, answer), roomId, recorded);
    });
  }

  return {
    loadOlder: (roomId) => loadOlder(options, roomId),
    loadNewer: (roomId) => loadNewer(options, roomId),
    async show(roomId, messageId) {
      const state = store.getSnapshot();
      if (isShown(state, roomId, messageId)) return;
      const newest = withoutWindow(state, roomId);
      if (isShown(newest, roomId, messageId)) store.update(() => newest);
      else await showAround(roomId, messageId);
    },
    async showUnread(roomId) {
      const state = store.getSnapshot();
      const msgNo = readMsgNoOf(state, roomId) + 1;
      if (!hasFirstUnread(state, roomId)) await showAround(roomId, `no_${msgNo}`);
    },
    showNewest(roomId) {
      shows += 1;
      store.update((state) => withoutWindow(state, roomId));
    },
  };
}

function isShown(state: ChatState, roomId: RoomId, messageId: MessageId): boolean {
  return shownPart(state, roomId)?.messages.some((each) => each.id === messageId) ?? false;
}

/** Are the newest messages of a room there from the first unread one on, or is none unread? */
export function hasFirstUnread(state: ChatState, roomId: RoomId): boolean {
  const isUnread = (state.subscriptions.get(roomId)?.unreadCount ?? 0) > 0;
  if (!isUnread || !state.pages.get(roomId)?.hasMore) return true;
  const first = state.messages.get(roomId)?.find((each) => each.msgNo !== null);
  return (first?.msgNo ?? Number.POSITIVE_INFINITY) <= readMsgNoOf(state, roomId) + 1;
}

/** The events that come meanwhile may change what is read. */
function read({ store, call, recordWhile }: HistoryHost, roomId: RoomId, query: Query) {
  const params = { slug: addressOf(store.getSnapshot(), roomId) };
  return recordWhile(roomId, () => call("listMessages", { params, query }));
}

/** Events ahead of the room's head will find the messages loaded; the earlier ones are applied again. */
function withRecorded(
  state: ChatState,
  roomId: RoomId,
  recorded: readonly DurableFrame[],
): ChatState {
  const headSeq = state.pages.get(roomId)?.headSeq ?? 0;
  const past = recorded.filter(({ seq }) => seq <= headSeq);
  const inOrder = past.toSorted((one, other) => one.seq - other.seq);
  return inOrder.reduce((next, frame) => applyEvent(next, frame, roomId), state);
}

async function loadOlder(options: HistoryHost, roomId: RoomId): Promise<void> {
  const { store } = options;
  const part = shownPart(store.getSnapshot(), roomId);
  const first = part?.messages[0];
  if (!part || !first || !part.ends.hasMore || part.ends.isLoadingOlder) return;
  await extend(options, roomId, {
    query: { before: part.ends.nextCursor ?? first.id },
    end: { loading: "isLoadingOlder", error: "error" },
    // A reload or another person in the meantime: this page belongs to what is gone.
    isSame: (state) => shownPart(state, roomId)?.messages[0]?.id === first.id,
    extended: withOlderPage,
  });
}

async function loadNewer(options: HistoryHost, roomId: RoomId): Promise<void> {
  const window = options.store.getSnapshot().windows.get(roomId);
  const last = window?.messages.at(-1);
  if (!last || window?.isLoadingNewer) return;
  await extend(options, roomId, {
    query: { after: last.id },
    end: { loading: "isLoadingNewer", error: "newerError" },
    isSame: (state) => state.windows.get(roomId)?.messages.at(-1)?.id === last.id,
    extended: withNewerPage,
  });
}

interface Extension {
  readonly query: Query;
  readonly end:
    | { readonly loading: "isLoadingOlder"; readonly error: "error" }
    | { readonly loading: "isLoadingNewer"; readonly error: "newerError" };
  readonly isSame: (state: ChatState) => boolean;
  readonly extended: typeof withOlderPage;
}

async function extend(
  options: HistoryHost,
  roomId: RoomId,
  { query, end, isSame, extended }: Extension,
): Promise<void> {
  const { store } = options;
  const update = (change: (state: ChatState) => ChatState): void =>
    store.update((state) => (isSame(state) ? change(state) : state));
  update((state) => withEnds(state, roomId, { [end.loading]: true, [end.error]: null }));
  try {
    const { answer, recorded } = await read(options, roomId, query);
    update((state) => withRecorded(extended(state, roomId, answer), roomId, recorded));
  } catch (cause) {
    const error = toApiError(cause);
    update((state) => withEnds(state, roomId, { [end.loading]: false, [end.error]: error }));
    throw cause;
  }
}
