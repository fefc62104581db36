import type { ApiError, SyncedList } from "@colbin/client";
import { useEffect } from "react";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { chat } from "./chat.ts";

interface List<T> {
  /** Undefined before they were read. */
  readonly results: readonly T[] | undefined;
  readonly hasMore: boolean;
  /** How many there are in all, where the server counts them. */
  readonly total: number | undefined;
  /** Why the results may not be the newest, or are missing. */
  readonly failure: ApiError | undefined;
  readonly retry: () => void;
  readonly more: () => Promise<void>;
}

/** A list of the client that is kept true while it is shown; read again when the network is back. */
export function useList<T>(list: SyncedList<T>, key = ""): List<T> {
  const isOnline = useIsOnline();
  useEffect(() => list.open(key), [list, key, isOnline]);
  const state = useStore(chat.store, (all) => list.of(all, key));
  return {
    results: state?.results,
    hasMore: state !== undefined && state.nextCursor !== null,
    total: state?.total,
    failure: state?.error ?? undefined,
    retry: () => list.look(key),
    more: () => list.more(key),
  };
}
