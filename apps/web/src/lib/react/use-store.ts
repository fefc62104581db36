import type { Store } from "@colbin/client";
import { useSyncExternalStore } from "react";

/** The value that `select` finds in the store. It gives the same reference for the same state, or the component draws for ever. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
