import { toApiError } from "./api-error.ts";
import { withEntry, withoutEntry, type ChatState, type ListState } from "./chat-state.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { WritableStore } from "./store.ts";

/** A part of a list, as the server answers it. */
export interface ListPage<T> {
  readonly results: readonly T[];
  /** Where the next page begins; null behind the last item. */
  readonly nextCursor: string | null;
  /** Of the whole list, where its pages have numbers. */
  readonly total?: number;
  /** Of the last change that it contains, where the server numbers them. */
  readonly rev?: number;
}

interface SyncedListOptions<T> {
  readonly store: WritableStore<ChatState>;
  /** Changes with the person and the workspace: an answer that was asked for by another one is asked for again. */
  readonly owner: () => string;
  /** Of the list in the state; no other one has it. */
  readonly name: string;
  readonly read: (key: string, cursor: string | undefined) => Promise<ListPage<T>>;
  readonly id: (item: T) => string;
  /** Is the item in the list of this key? Every item is, unless given. */
  readonly belongs?: (key: string, item: T) => boolean;
  /** The order of the server. Without it, an item that is put comes to the front. */
  readonly compare?: (one: T, other: T) => number;
}

/** What screens do with a list. One that has several parts, as one per room, has a key for each. */
export interface SyncedList<T> {
  /** As far as it is loaded; undefined before it was opened. */
  readonly of: (state: ChatState, key?: string) => ListState<T> | undefined;
  /** Reads the list and keeps it true while it is shown. Returns the way to stop. */
  readonly open: (key?: string) => () => void;
  /** One page behind the loaded ones; does nothing when there is none. Rejects with the ApiError, and the list stays as it is. */
  readonly more: (key?: string) => Promise<void>;
  /** Something may have been missed: reads it again, as far as it is loaded. Without a key, all that are shown. */
  readonly look: (key?: string) => void;
}

/** What the rest of the client tells of a list. Of news with numbers one that is missing is noticed, and the list is read again. */
interface HearingList<T> extends SyncedList<T> {
  readonly isShown: () => boolean;
  /** An item is new or another one: it takes its place in the lists that it belongs to, and leaves the others. */
  readonly put: (item: T, rev?: number) => void;
  readonly change: (edit: Edit<T>, rev?: number) => void;
}

interface Loaded<T> {
  readonly results: readonly T[];
  readonly key: string;
  readonly hasMore: boolean;
}

type Edit<T> = (list: Loaded<T>) => readonly T[];

interface News<T> {
  readonly edit: Edit<T>;
  readonly rev: number | undefined;
}

/** A list that was opened and not forgotten. */
interface Opened<T> {
  watchers: number;
  /** So many items were asked for. */
  wanted: number;
  /** Told while it is read: the answer may be older. */
  news: News<T>[] | undefined;
  readonly read: () => Promise<void>;
}

const nothing = { results: undefined, nextCursor: null, total: undefined, rev: undefined } as const;

/** One list of the state that pages, hears news and is read again after a gap or a reconnect. */
export function createSyncedList<T>(options: SyncedListOptions<T>): HearingList<T> {
  const { store, owner, name, read, id } = options;
  const opened = new Map<string, Opened<T>>();
  const nameOf = (key: string): string => `${name} ${key}`;
  const of = (state: ChatState, key = "") =>
    state.lists.get(nameOf(key)) as ListState<T> | undefined;
  const shown = (key: string) => of(store.getSnapshot(), key);
  const show = (key: string, list: ListState<T>): void =>
    store.update((state) => ({ ...state, lists: withEntry(state.lists, nameOf(key), list) }));

  async function readAgain(key: string, list: Opened<T>): Promise<void> {
    const asked = owner();
    const news: News<T>[] = [];
    list.news = news;
    try {
      const page = await readPages(options, key, list);
      if (opened.get(key) !== list) return;
      const now = toList(page, key, news);
      if (!now || owner() !== asked) return await readAgain(key, list);
      show(key, now);
    } catch (cause) {
      if (opened.get(key) === list)
        show(key, { ...(shown(key) ?? nothing), error: toApiError(cause) });
    } finally {
      list.news = undefined;
    }
  }

  function change(edit: Edit<T>, rev?: number): void {
    for (const [key, list] of opened) {
      const news = { edit, rev };
      list.news?.push(news);
      const before = shown(key);
      const after = before && withNews(before, key, news);
      if (after) show(key, after);
      // What is being read is held against the news when it comes.
      else if (before && !list.news) look(key);
    }
  }

  function look(key?: string): void {
    for (const [each, list] of opened) {
      if (key !== undefined && each !== key) continue;
      if (list.watchers > 0) void list.read();
      else {
        opened.delete(each);
        store.update((state) => ({ ...state, lists: withoutEntry(state.lists, nameOf(each)) }));
      }
    }
  }

  function openedOf(key: string): Opened<T> {
    const known = opened.get(key);
    const reading = oneAtATime(() => readAgain(key, list));
    const list = known ?? { watchers: 0, wanted: 0, news: undefined, read: reading };
    opened.set(key, list);
    return list;
  }

  return {
    of,
    look,
    change,
    isShown: () => [...opened.values()].some(({ watchers }) => watchers > 0),
    put: (item, rev) => change((list) => withItem(options, item, list), rev),
    open(key = "") {
      const list = openedOf(key);
      list.watchers += 1;
      if (list.watchers === 1) void list.read();
      return () => {
        list.watchers -= 1;
      };
    },
    async more(key = "") {
      const [list, before] = [opened.get(key), shown(key)];
      if (!list || !before?.results || before.nextCursor === null) return;
      list.wanted = before.results.length + 1;
      const page = await read(key, before.nextCursor);
      // Read again or changed meanwhile: the page may not fit to it.
      if (shown(key) !== before) return list.read();
      const results = joined(id, before.results, page.results);
      show(key, { ...before, results, nextCursor: page.nextCursor });
    },
  };
}

/** As many pages as were asked for. */
async function readPages<T>(
  { id, read }: SyncedListOptions<T>,
  key: string,
  list: Pick<Opened<T>, "wanted">,
): Promise<ListPage<T>> {
  const first = await read(key, undefined);
  let { results, nextCursor } = first;
  while (nextCursor !== null && results.length < list.wanted) {
    const next = await read(key, nextCursor);
    [results, nextCursor] = [joined(id, results, next.results), next.nextCursor];
  }
  return { ...first, results, nextCursor };
}

/** The answer with what was told while it came; undefined where something is missing between them. */
function toList<T>(
  { results, nextCursor, total, rev }: ListPage<T>,
  key: string,
  news: readonly News<T>[],
): ListState<T> | undefined {
  const first: ListState<T> = { results, nextCursor, total, rev, error: null };
  return news.reduce<typeof first | undefined>(
    (list, each) => list && withNews(list, key, each),
    first,
  );
}

/** Undefined where something is missing between the list and the news. */
function withNews<T>(list: ListState<T>, key: string, news: News<T>): ListState<T> | undefined {
  const { results, total, nextCursor } = list;
  const { rev = list.rev } = news;
  if (!results) return list;
  if (news.rev !== undefined && list.rev !== undefined) {
    if (news.rev <= list.rev) return list;
    if (news.rev > list.rev + 1) return undefined;
  }
  // The pages behind have other items under their numbers now.
  if (total !== undefined && nextCursor !== null) return undefined;
  const edited = news.edit({ results, key, hasMore: nextCursor !== null });
  return { ...list, results: edited, rev, total: total === undefined ? total : edited.length };
}

/** The item in its place, or gone from a list that it does not belong to. */
function withItem<T>(
  { id, belongs, compare }: Pick<SyncedListOptions<T>, "id" | "belongs" | "compare">,
  item: T,
  { results, key, hasMore }: Loaded<T>,
): readonly T[] {
  const others = results.filter((each) => id(each) !== id(item));
  if (belongs && !belongs(key, item)) return others;
  const at = compare ? others.findIndex((each) => compare(item, each) < 0) : 0;
  if (at >= 0) return others.toSpliced(at, 0, item);
  // Behind the loaded ones it comes with its page.
  return hasMore ? others : [...others, item];
}

function joined<T>(
  id: (item: T) => string,
  before: readonly T[],
  next: readonly T[],
): readonly T[] {
  const known = new Set(before.map(id));
  return [...before, ...next.filter((item) => !known.has(id(item)))];
}
