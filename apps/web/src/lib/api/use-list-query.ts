import { LIST_PAGE_SIZE } from "@colbin/protocol";
import { useState } from "react";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { errorText } from "./error-text.ts";

/** The query of a list by page. A filter or another order begins at its first page; a search does so after a pause. */
export function useListQuery<F extends { readonly sortBy: string }>(first: F) {
  const [asked, setAsked] = useState({ ...first, search: "", page: 1 });
  const [text, setText] = useState("");
  const search = useSettled(text.trim(), SEARCH_PAUSE_MS);
  if (search !== asked.search) setAsked({ ...asked, search, page: 1 });
  return {
    ...asked,
    /** In the search field. */
    text,
    setText,
    narrow: (filter: Partial<F>) => setAsked((before) => ({ ...before, ...filter, page: 1 })),
    toPage: (page: number) => setAsked((before) => ({ ...before, page })),
  };
}

interface Page<R> {
  readonly results: readonly R[];
  readonly totalResults: number;
}

interface Read<R> {
  readonly data: Page<R> | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The props of a `Table` for the list that was read. */
export function toTable<R, F extends { readonly sortBy: string }>(
  { page, sortBy, narrow, toPage }: ReturnType<typeof useListQuery<F>>,
  { data, error, refetch }: Read<R>,
  failure: Text,
) {
  return {
    rows: data?.results,
    error: error
      ? { title: t(failure), text: errorText(error), onRetry: () => void refetch() }
      : undefined,
    sort: { by: sortBy, onSort: (by: string) => narrow({ sortBy: by } as Partial<F>) },
    paging: { page, limit: LIST_PAGE_SIZE, total: data?.totalResults, onPage: toPage },
  };
}
