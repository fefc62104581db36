import { toApiError } from "./api-error.ts";
import { withEntry, withoutEntry, type ChatState, type ListState } from "./chat-state.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { ListHost } from "./list-host.ts";

/** A part of a list, as the server answers it. */
export interface ListPage<T> {
  readonly results: readonly T[];
  /** Where the next page begins; null behind the last item. */
  readonly nextCursor: string | null;
  /** The length of the whole list, where its pages have numbers. */
  readonly total?: number;
  /** The number of the last change that the page contains, where the server numbers them. */
  readonly rev?: number;
}

interface ListKind<T> {
  /** The list's name in the state; no other list has it. */
  readonly name: string;
  readonly read: (key: string, cursor: string | undefined) => Promise<ListPage<T>>;
  readonly id: (item: T) => string;
  /** Is the item in the list of this key? Every item is, unless given. */
  readonly belongs?: (key: string, item: T) => boolean;
  /** The order of the server. Without it, an item that is put comes to the front. */
  readonly compare?: (one: T, other: T) => number;
}

/** A list that has several parts, as one per room, has a key for each. */
export interface SyncedList<T> {
  /** As far as it is loaded; undefined before it was opened. */
  readonly of: (state: ChatState, key?: string) => ListState<T> | undefined;
  /** Reads the list and keeps it true while it is shown. Returns the way to stop. */
  readonly open: (key?: string) => () => void;
  /** One page behind the loaded ones; does nothing when there is none. Rejects with the ApiError, and the list stays as it is. */
  readonly more: (key?: string) => Promise<void>;
  /** Something may have been missed: reads it again, as far as it is loaded. Without a key, all that are shown. */
  readonly look: (key?: string) => void;
  /** An item is new or another one: it takes its place in the lists that it belongs to, and leaves the others. */
  readonly put: (item: T, rev?: number) => void;
  /** Where news with numbers does not follow on what is known, the list is read again instead. */
  readonly change: (edit: Edit<T>, rev?: number) => void;
}

interface Loaded<T> {
  readonly results: readonly T[];
  readonly key: string;
  readonly hasMore: boolean;
}

type Edit<T> = (list: Loaded<T>) => readonly T[];

/** A list that was opened and not forgotten. */
interface Opened {
  watchers: number;
  /** So many items were asked for. */
  wanted: number;
  /** Counts what was told of it: an answer that was asked for before may be older. */
  news: number;
  readonly read: () => Promise<void>;
}

const nothing = { results: undefined, nextCursor: null, total: undefined, rev: undefined } as const;

/** One list of the state that pages, hears news and is read again after a gap or a reconnect. */
export function createSyncedList<T>({ store, owner }: ListHost, kind: ListKind<T>): SyncedList<T> {
  const opened = new Map<string, Opened>();
  const nameOf = (key: string): string => `${kind.name} ${key}`;
  const of = (state: ChatState, key = "") =>
    state.lists.get(nameOf(key)) as ListState<T> | undefined;
  const shown = (key: string) => of(store.getSnapshot(), key);
  const show = (key: string, list: ListState<T>): void =>
    store.update((state) => ({ ...state, lists: withEntry(state.lists, nameOf(key), list) }));

  async function readAgain(key: string, list: Opened): Promise<void> {
    const [asked, news] = [owner(), list.news];
    try {
      const { results, nextCursor, total, rev } = await readPages(kind, key, list);
      if (opened.get(key) !== list) return;
      const isOld = news !== list.news && (rev ?? -1) < (shown(key)?.rev ?? Infinity);
      if (isOld || owner() !== asked) return await readAgain(key, list);
      show(key, { results, nextCursor, total, rev, error: null });
    } catch (cause) {
      if (opened.get(key) === list)
        show(key, { ...(shown(key) ?? nothing), error: toApiError(cause) });
    }
  }

  function change(edit: Edit<T>, rev?: number): void {
    for (const [key, list] of opened) {
      list.news += 1;
      const before = shown(key);
      const after = before && withNews(before, key, { edit, rev });
      if (after) show(key, after);
      else if (before) look(key);
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

  return {
    of,
    look,
    change,
    put: (item, rev) => change((list) => withItem(kind, item, list), rev),
    open(key = "") {
      const read = oneAtATime(() => readAgain(key, list));
      const list: Opened = opened.get(key) ?? { watchers: 0, wanted: 0, news: 0, read };
      opened.set(key, list);
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
      const page = await kind.read(key, before.nextCursor);
      // Read again or changed meanwhile: the page may not fit to it.
      if (shown(key) !== before) return list.read();
      const results = joined(kind, before.results, page.results);
      show(key, { ...before, results, nextCursor: page.nextCursor });
    },
  };
}

/** As many pages as were asked for. */
async function readPages<T>(kind: ListKind<T>, key: string, list: Opened): Promise<ListPage<T>> {
  const first = await kind.read(key, undefined);
  let { results, nextCursor } = first;
  while (nextCursor !== null && results.length < list.wanted) {
    const next = await kind.read(key, nextCursor);
    [results, nextCursor] = [joined(kind, results, next.results), next.nextCursor];
  }
  return { ...first, results, nextCursor };
}

/** Undefined where something is missing between the list and the news. */
function withNews<T>(
  list: ListState<T>,
  key: string,
  { edit, rev }: { readonly edit: Edit<T>; readonly rev: number | undefined },
): ListState<T> | undefined {
  const { results, total, nextCursor } = list;
  /** How far the news is ahead; the next one is by 1. */
  const ahead = rev === undefined || list.rev === undefined ? 1 : rev - list.rev;
  if (!results || ahead <= 0) return list;
  // Behind a page with a number the others have other items under theirs now.
  if (ahead > 1 || (total !== undefined && nextCursor !== null)) return undefined;
  const edited = edit({ results, key, hasMore: nextCursor !== null });
  return {
    ...list,
    results: edited,
    rev: rev ?? list.rev,
    ...(total !== undefined && { total: edited.length }),
  };
}

/** The item in its place, or gone from a list that it does not belong to. */
function withItem<T>(
  { id, belongs, compare }: ListKind<T>,
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

function joined<T>({ id }: ListKind<T>, before: readonly T[], next: readonly T[]): readonly T[] {
  const known = new Set(before.map(id));
  return [...before, ...next.filter((item) => !known.has(id(item)))];
}
