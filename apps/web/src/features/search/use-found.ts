import {
  roomIdOf,
  shownMessages,
  threadMessages,
  toApiError,
  type ApiError,
  type ChatState,
  type VisibleMessage,
} from "@colbin/client";
import {
  findRanges,
  isSearchable,
  readSearch,
  SEARCH_PAGE_SIZE,
  SEARCH_SKIP_MAX,
  type FoundMessages,
  type FoundRoom,
  type Message,
  type RoomId,
  type SearchScope,
  type TextRange,
} from "@colbin/protocol";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { wantedTerms } from "./query-text.ts";

/** One room, or all that the scope has. */
export type SearchPlace = { readonly slug: string } | { readonly scope: SearchScope };

/** A message that was found, as it is now. */
export interface Found {
  readonly message: Message;
  /** As people see it. */
  readonly text: string;
  readonly ranges: readonly TextRange[];
  /** Known where all rooms were searched. */
  readonly room: FoundRoom | undefined;
}

export interface FoundList {
  /** Undefined before the first answer; while another one is waited for, those of the query before. */
  readonly found: readonly Found[] | undefined;
  readonly total: number;
  /** There are no more than the total. */
  readonly isWhole: boolean;
  /** More can be read. */
  readonly hasMore: boolean;
  /** There are more than can be read. */
  readonly isCut: boolean;
  readonly isLoading: boolean;
  /** `found` is of the query before. */
  readonly isOld: boolean;
  readonly isLoadingMore: boolean;
  /** The limit of searches is reached: it goes on by itself. */
  readonly isWaiting: boolean;
  readonly error: ApiError | undefined;
  readonly more: () => void;
  readonly retry: () => void;
}

type Page = FoundMessages & { readonly rooms?: Readonly<Record<RoomId, FoundRoom>> };

const WAITS_MAX = 10;
const TRIES_AGAIN = 2;
const DELAY_MS = 1_000;
/** The table that is searched follows the rooms: an answer may be behind what came so short before it. */
const BEHIND_MS = 10_000;
/** So long it is waited before that is asked for. */
const CATCH_UP_MS = 3_000;
const NAME = "searchMessages";

/** The messages that the query finds, page by page. A query that is not asked for any more is broken off. */
export function useFound(place: SearchPlace, typed: string): FoundList {
  const query = typed.trim();
  const userId = useStore(account.session, ({ user }) => user?.id);
  const workspaceId = useStore(account.place, () => account.workspaceId());
  const isAsked = isSearchable(readSearch(query));
  const read = useInfiniteQuery<
    Page,
    Error,
    InfiniteData<Page, number>,
    readonly unknown[],
    number
  >(
    {
      queryKey: [userId, workspaceId, NAME, place, query],
      queryFn: ({ signal, pageParam: skip }) =>
        readPage(place, { query, skip }, { signal, ...(workspaceId && { workspaceId }) }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => nextSkip(last, pages),
      // Not those of another person or workspace.
      placeholderData: (before, its) =>
        its?.queryKey[0] === userId && its?.queryKey[1] === workspaceId ? before : undefined,
      enabled: isAsked,
      // Once more for what was written a moment before.
      refetchInterval: ({ state }) =>
        state.dataUpdateCount === 1 && isBehind(place, state.dataUpdatedAt) && CATCH_UP_MS,
      refetchOnWindowFocus: false,
      retry: (failures, cause) =>
        failures < (isRateLimit(cause) ? WAITS_MAX : TRIES_AGAIN) && mayPass(cause),
      retryDelay: (failures, cause) => toApiError(cause).retryAfterMs ?? DELAY_MS * 2 ** failures,
    },
    queryClient,
  );
  const { data, error, refetch, fetchNextPage } = read;
  useConnectionBack(error !== null, refetch);
  const pages = data?.pages ?? [];
  const last = pages.at(-1);
  return {
    found: useLiveFound(isAsked ? data?.pages : undefined, query),
    total: last?.total ?? 0,
    isWhole: last?.isWhole ?? true,
    hasMore: isAsked && read.hasNextPage,
    isCut: last?.hasMore === true && nextSkip(last, pages) === undefined,
    isLoading: isAsked && (read.isPending || read.isPlaceholderData),
    isOld: read.isPlaceholderData,
    isLoadingMore: read.isFetchingNextPage,
    isWaiting: read.isFetching && isRateLimit(read.failureReason),
    error: isAsked && error ? toApiError(error) : undefined,
    more: () => void (read.isFetching || fetchNextPage()),
    retry: () => void (read.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

function readPage(
  place: SearchPlace,
  query: { readonly query: string; readonly skip: number },
  options: Parameters<typeof account.call>[2],
): Promise<Page> {
  return "slug" in place
    ? account.call("searchMessages", { params: { slug: place.slug }, query }, options)
    : account.call("searchAllMessages", { query: { ...query, scope: place.scope } }, options);
}

/** A page may have fewer than were asked for: some may be gone by then. */
function nextSkip(last: Page, pages: readonly Page[]): number | undefined {
  const skip = pages.length * SEARCH_PAGE_SIZE;
  return last.hasMore && skip <= SEARCH_SKIP_MAX ? skip : undefined;
}

/** May there be messages that were not to be found yet? */
function isBehind(place: SearchPlace, answeredAt: number): boolean {
  const roomId = "slug" in place ? roomIdOf(chat.store.getSnapshot(), place.slug) : undefined;
  const at = roomId ? [heardAt.get(roomId) ?? beganAt] : [beganAt, ...heardAt.values()];
  return Math.max(...at) > answeredAt - BEHIND_MS;
}

/** Since when it is known what comes, and when each room was heard of last. */
const beganAt = Date.now();
const heardAt = new Map<RoomId, number>();
let ownRooms = chat.store.getSnapshot().subscriptions;

chat.store.subscribe(() => {
  const before = ownRooms;
  ownRooms = chat.store.getSnapshot().subscriptions;
  if (ownRooms === before) return;
  for (const [id, { lastMessage }] of ownRooms)
    if (lastMessage?.id !== before.get(id)?.lastMessage?.id) heardAt.set(id, Date.now());
  // Results of a room that was left, or was taken from the person: the searches are made anew.
  if ([...before.keys()].some((id) => !ownRooms.has(id)))
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[2] === NAME });
});

function isRateLimit(cause: unknown): boolean {
  return cause !== null && toApiError(cause).status === 429;
}

function mayPass(cause: unknown): boolean {
  const { retryable, status } = toApiError(cause);
  return isRateLimit(cause) || (retryable && (status < 400 || status >= 500));
}

/** Without messages that were deleted meanwhile; edited ones as they are now. */
function useLiveFound(
  pages: readonly Page[] | undefined,
  query: string,
): readonly Found[] | undefined {
  const state = useStore(chat.store, (it) => it);
  if (!pages) return undefined;
  const terms = wantedTerms(query);
  const seen = new Set<string>();
  const findNewer = createFinder(state);
  return pages.flatMap(({ messages, ranges, rooms }) =>
    messages.flatMap((message) => {
      if (seen.has(message.id)) return [];
      seen.add(message.id);
      const newer = findNewer(message);
      if (isGone(message.id, newer)) return [];
      const text = textOf(message);
      const now = newer ? textOf(newer) : text;
      return {
        message: newer ? { ...message, content: newer.content, metadata: newer.metadata } : message,
        text: now,
        ranges: now === text ? (ranges[message.id] ?? []) : findRanges(now, terms),
        room: rooms?.[message.roomId],
      };
    }),
  );
}

/** Messages that were seen to be deleted: the chat forgets those of rooms that are not on the screen. */
const gone = new Set<string>();

function isGone(id: string, newer: VisibleMessage | undefined): boolean {
  if (newer?.isDeleted) gone.add(id);
  return gone.has(id);
}

/** Finds the copy of a message that hears of changes; each list is gone through once. */
function createFinder(state: ChatState) {
  const lists = new Map<string, ReadonlyMap<string, VisibleMessage>>();
  return ({ id, roomId, threadId }: Message): VisibleMessage | undefined => {
    const known = (key: string, list: () => readonly VisibleMessage[]) => {
      const made = lists.get(key) ?? new Map(list().map((each) => [each.id, each]));
      lists.set(key, made);
      return made.get(id);
    };
    const own = known(roomId, () => shownMessages(state, roomId));
    if (own || threadId === undefined) return own;
    return known(threadId, () => threadMessages(state, threadId));
  };
}

function textOf({ metadata, content }: Pick<Message, "metadata" | "content">): string {
  return metadata.plainText ?? content;
}
