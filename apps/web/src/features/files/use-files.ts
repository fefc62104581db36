import { toApiError, type ApiError } from "@colbin/client";
import type { File, ReplyOf } from "@colbin/protocol";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { account } from "#web/lib/api/account.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { toFileQuery, type FileFilter } from "./file-filter.ts";
import { shownFiles } from "./shown-files.ts";

type Page = ReplyOf<"listFiles">;

export interface FileList {
  /** Undefined until they are loaded. */
  readonly files: readonly File[] | undefined;
  readonly hasMore: boolean;
  /** The files are those of the filter before. */
  readonly isOld: boolean;
  readonly isLoadingMore: boolean;
  readonly error: ApiError | undefined;
  readonly more: () => void;
  readonly retry: () => void;
}

/** The files that the filter leaves, page by page; of one room alone where its address is given. */
export function useFiles(filter: FileFilter, slug?: string): FileList {
  const userId = useStore(account.session, ({ user }) => user?.id);
  const workspaceId = useStore(account.place, () => account.workspaceId());
  const query = toFileQuery(filter, useToday());
  const { room, isTrash } = filter;
  const name = slug === undefined ? "listFiles" : "listFilesOfRoom";
  const read = useInfiniteQuery<
    Page,
    Error,
    InfiniteData<Page, string | null>,
    readonly unknown[],
    string | null
  >(
    {
      queryKey: [userId, workspaceId, name, slug, room, isTrash, query],
      queryFn: async ({ signal, pageParam: cursor }) => {
        const options = { signal, ...(workspaceId && { workspaceId }) };
        const asked = { ...query, ...(cursor !== null && { cursor }) };
        if (slug !== undefined)
          return account.call("listFilesOfRoom", { params: { slug }, query: asked }, options);
        const scope = isTrash ? ("trash" as const) : ("all" as const);
        const of = { scope, ...(room !== "" && !isTrash && { roomSlug: room }) };
        return account.call("listFiles", { query: { ...asked, ...of } }, options);
      },
      initialPageParam: null,
      // Nobody pushes the verdict on a file that no message shows.
      refetchInterval: ({ state }) => isChecked(state.data) && CHECK_MS,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      // Not those of another person, workspace or room, nor the trash.
      placeholderData: (before, its) =>
        [userId, workspaceId, name, slug].every((each, at) => its?.queryKey[at] === each) &&
        its?.queryKey[5] === isTrash
          ? before
          : undefined,
    },
    queryClient,
  );
  const { data, error, refetch, fetchNextPage } = read;
  const list: FileList = {
    files: data?.pages.flatMap(({ results }) => results),
    hasMore: read.hasNextPage,
    isOld: read.isPlaceholderData,
    isLoadingMore: read.isFetchingNextPage,
    error: error ? toApiError(error) : undefined,
    more: () => void (read.isFetching || fetchNextPage()),
    retry: () => void (read.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
  useConnectionBack(error !== null, list.retry);
  useShown(data, list.hasMore && !list.error ? list.more : nothing);
  return list;
}

function nothing(): void {}

const CHECK_MS = 5_000;

function isChecked(data: InfiniteData<Page> | undefined): boolean {
  return data?.pages.some(({ results }) => results.some(isScanning)) === true;
}

function isScanning({ status }: File): boolean {
  return status === "scanning";
}

/** The sheet of a file goes through this list from now on. */
function useShown(data: InfiniteData<Page> | undefined, more: () => void): void {
  useEffect(() => {
    if (!data) return;
    const files = data.pages.flatMap(({ results }) => results);
    shownFiles.update(() => ({ files, more }));
  });
}
