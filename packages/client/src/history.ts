import type { MessageId } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { Chat } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
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
import type { WritableStore } from "./store.ts";
import type { Sync } from "./sync.ts";

export interface HistoryOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly recordWhile: Sync["recordWhile"];
}

type Query = { readonly before: string } | { readonly after: string } | { readonly around: string };

/** Moving through what was said in a room. */
export function createHistory(
  options: HistoryOptions,
): Pick<Chat["messages"], "loadOlder" | "loadNewer" | "show" | "showUnread" | "showNewest"> {
  const { store } = options;
  let shows = 0;

  /** Of several that are on their way the last one counts, and none for a room that was left. */
  async function showAround(slug: string, place: string): Promise<void> {
    shows += 1;
    const own = shows;
    const { answer, recorded } = await read(options, slug, { around: place });
    store.update((state) => {
      const isWanted = own === shows && state.activeRoomSlug === slug;
      if (!isWanted || !shownPart(state, slug)) return state;
      return withRecorded(withPageAround(state, slug, place, answer), slug, recorded);
    });
  }

  return {
    loadOlder: (slug) => loadOlder(options, slug),
    loadNewer: (slug) => loadNewer(options, slug),
    async show(slug, messageId) {
      const state = store.getSnapshot();
      if (isShown(state, slug, messageId)) return;
      const newest = withoutWindow(state, slug);
      if (isShown(newest, slug, messageId)) store.update(() => newest);
      else await showAround(slug, messageId);
    },
    async showUnread(slug) {
      const state = store.getSnapshot();
      const msgNo = readMsgNoOf(state, slug) + 1;
      if (!hasFirstUnread(state, slug)) await showAround(slug, `no_${msgNo}`);
    },
    showNewest(slug) {
      shows += 1;
      store.update((state) => withoutWindow(state, slug));
    },
  };
}

function isShown(state: ChatState, slug: string, messageId: MessageId): boolean {
  return shownPart(state, slug)?.messages.some((each) => each.id === messageId) ?? false;
}

/** Are the newest messages of a room there from the first unread one on, or is none unread? */
export function hasFirstUnread(state: ChatState, slug: string): boolean {
  const isUnread = (state.subscriptions.get(slug)?.unreadCount ?? 0) > 0;
  if (!isUnread || !state.pages.get(slug)?.hasMore) return true;
  const first = state.messages.get(slug)?.find((each) => each.msgNo !== null);
  return (first?.msgNo ?? Number.POSITIVE_INFINITY) <= readMsgNoOf(state, slug) + 1;
}

/** The events that come meanwhile may change what is read. */
function read({ call, recordWhile }: HistoryOptions, slug: string, query: Query) {
  return recordWhile(slug, () => call("listMessages", { params: { slug }, query }));
}

/** What has not come to its turn yet will find the messages loaded; what has is done again. */
function withRecorded(
  state: ChatState,
  slug: string,
  recorded: readonly DurableFrame[],
): ChatState {
  const headSeq = state.pages.get(slug)?.headSeq ?? 0;
  const past = recorded.filter(({ seq }) => seq <= headSeq);
  const inOrder = past.toSorted((one, other) => one.seq - other.seq);
  return inOrder.reduce<ChatState>(applyEvent, state);
}

async function loadOlder(options: HistoryOptions, slug: string): Promise<void> {
  const { store } = options;
  const part = shownPart(store.getSnapshot(), slug);
  const first = part?.messages[0];
  if (!part || !first || !part.ends.hasMore || part.ends.isLoadingOlder) return;
  await extend(options, slug, {
    query: { before: part.ends.nextCursor ?? first.id },
    end: { loading: "isLoadingOlder", error: "error" },
    // A reload or another person in the meantime: this page belongs to what is gone.
    isSame: (state) => shownPart(state, slug)?.messages[0]?.id === first.id,
    extended: withOlderPage,
  });
}

async function loadNewer(options: HistoryOptions, slug: string): Promise<void> {
  const window = options.store.getSnapshot().windows.get(slug);
  const last = window?.messages.at(-1);
  if (!last || window?.isLoadingNewer) return;
  await extend(options, slug, {
    query: { after: last.id },
    end: { loading: "isLoadingNewer", error: "newerError" },
    isSame: (state) => state.windows.get(slug)?.messages.at(-1)?.id === last.id,
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
  options: HistoryOptions,
  slug: string,
  { query, end, isSame, extended }: Extension,
): Promise<void> {
  const { store } = options;
  const update = (change: (state: ChatState) => ChatState): void =>
    store.update((state) => (isSame(state) ? change(state) : state));
  update((state) => withEnds(state, slug, { [end.loading]: true, [end.error]: null }));
  try {
    const { answer, recorded } = await read(options, slug, query);
    update((state) => withRecorded(extended(state, slug, answer), slug, recorded));
  } catch (cause) {
    const error = toApiError(cause);
    update((state) => withEnds(state, slug, { [end.loading]: false, [end.error]: error }));
    throw cause;
  }
}
