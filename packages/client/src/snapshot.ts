import type { MessagePage, UserId, WorkspaceId } from "@colbin/protocol";
import type { ChatState, KnownMessage, KnownSubscription, ReadEntry } from "./chat-state.ts";
import { withMessagePage, withPage } from "./reducers/messages.ts";
import { withPendingWhere } from "./reducers/pending.ts";
import { withLocalRead, withSubscriptions } from "./reducers/subscriptions.ts";

/** To be raised whenever what is kept, or a message or a subscription in it, takes another shape: what is older is thrown away. */
const VERSION = 2;
/** In the order of display; the others come with the list. */
const ROOMS = 2_000;
/** Those that were on the screen last, with as many messages as a page of the server has. */
const PAGES = 5;
const MESSAGES = 50;
/** A snapshot that would be longer goes without the messages of some rooms. */
const CHARS_MAX = 3_000_000;

/** Which log the state is of: seqs of another one do not compare with its own. */
export interface Origin {
  readonly workspaceId: WorkspaceId;
  readonly logEpoch: string;
}

interface KeptPage extends Pick<MessagePage, "headSeq" | "hasMore" | "nextCursor"> {
  readonly slug: string;
  readonly messages: readonly KnownMessage[];
  /** Message id and clientMessageId of own ones: their entry in the outbox may still be there. */
  readonly sentAs: readonly (readonly [string, string])[];
}

/** What is kept: the list of rooms as the person saw it, and the newest messages of the last rooms. No tokens, no profile. */
interface Snapshot extends Origin, Pick<ChatState, "sidebar" | "otherWorkspaces"> {
  readonly version: typeof VERSION;
  readonly userId: UserId;
  readonly subscriptions: readonly KnownSubscription[];
  readonly unreadNotifications: number;
  readonly pages: readonly KeptPage[];
  /** Those that the server has not confirmed. */
  readonly reads: readonly ReadEntry[];
}

/** The state as it is kept; undefined where it is too long even without messages. It must be listed, and of this person. */
export function toSnapshotText(
  state: ChatState,
  userId: UserId,
  { workspaceId, logEpoch }: Origin,
  reads: readonly ReadEntry[],
): string | undefined {
  const { sidebar, otherWorkspaces, order } = state;
  const subscriptions = order
    .slice(0, ROOMS)
    .flatMap((slug) => state.subscriptions.get(slug) ?? []);
  const { unreadCount: unreadNotifications } = state.notifications;
  const person = { version: VERSION, userId, workspaceId, logEpoch } as const;
  const list = { subscriptions, sidebar, otherWorkspaces, unreadNotifications, reads };
  const pages = toKeptPages(state, new Set(subscriptions.map((each) => each.sessionRoomSlug)));
  for (let count = pages.length; count >= 0; count -= 1) {
    const snapshot: Snapshot = { ...person, ...list, pages: pages.slice(0, count) };
    const text = JSON.stringify(snapshot);
    if (text.length <= CHARS_MAX) return text;
  }
  return undefined;
}

/** Only of rooms that are kept, too: of another the list could not say that it is lost. The one on the screen first, then those that were left last. */
function toKeptPages(state: ChatState, listed: ReadonlySet<string>): KeptPage[] {
  const { activeRoomSlug, pages, messages, sentAs } = state;
  const slugs = new Set([
    ...(activeRoomSlug === null ? [] : [activeRoomSlug]),
    ...[...pages.keys()].toReversed(),
  ]);
  const kept = [...slugs].flatMap((slug): KeptPage[] => {
    const page = pages.get(slug);
    const list = messages.get(slug);
    if (page?.status !== "ready" || !list || !listed.has(slug)) return [];
    const newest = list.slice(-MESSAGES);
    const isCut = newest.length < list.length;
    const { headSeq } = page;
    const hasMore = isCut || page.hasMore;
    const nextCursor = isCut ? (newest[0]?.id ?? null) : page.nextCursor;
    const own = newest.flatMap(({ id }) => {
      const sent = sentAs.get(id);
      return sent === undefined ? [] : [[id, sent] as const];
    });
    return [{ slug, headSeq, hasMore, nextCursor, messages: newest, sentAs: own }];
  });
  return kept.slice(0, PAGES);
}

/** Undefined for what an older build wrote, and for what is none. */
export function readSnapshot(text: string): Snapshot | undefined {
  try {
    const value = JSON.parse(text) as Partial<Snapshot> | null;
    const isWhole =
      Array.isArray(value?.subscriptions) &&
      Array.isArray(value.pages) &&
      Array.isArray(value.reads);
    return value?.version === VERSION && isWhole ? (value as Snapshot) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The state of before, as long as the server has told nothing: `hasSubscriptions` stays false, so the list is read all the same, and
 * pages are `isRestored`.
 */
export function withSnapshot(before: ChatState, snapshot: Snapshot): ChatState {
  const { subscriptions, sidebar, otherWorkspaces, pages, reads } = snapshot;
  const notifications = { ...before.notifications, unreadCount: snapshot.unreadNotifications };
  const read = reads.reduce(
    (next, { sessionRoomSlug, msgNo }) => withLocalRead(next, sessionRoomSlug, msgNo),
    before,
  );
  const listed = withSubscriptions(read, subscriptions);
  const state = { ...listed, hasSubscriptions: false, sidebar, otherWorkspaces, notifications };
  // The first is the one that was left first.
  return pages.toReversed().reduce(withKeptPage, state);
}

function withKeptPage(state: ChatState, { slug, messages, sentAs, ...page }: KeptPage): ChatState {
  const shown = withMessagePage(state, slug, { ...page, messages: [...messages] });
  const sent = new Set(sentAs.map(([, clientMessageId]) => clientMessageId));
  const once = withPendingWhere(shown, ({ clientMessageId }) => !sent.has(clientMessageId));
  const named = { ...once, sentAs: new Map([...once.sentAs, ...sentAs]) };
  return withPage(named, slug, { isRestored: true });
}

/** What was restored of a room is as the server has it once it has come as far as the list that was read since. */
export function withConfirmedPages(state: ChatState): ChatState {
  if (!state.hasSubscriptions) return state;
  return [...state.pages].reduce((next, [slug, { isRestored, headSeq }]) => {
    const head = state.subscriptions.get(slug)?.headSeq ?? Number.POSITIVE_INFINITY;
    return isRestored && headSeq >= head ? withPage(next, slug, { isRestored: false }) : next;
  }, state);
}
