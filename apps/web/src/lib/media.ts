import { useSyncExternalStore } from "react";

/** Below `pair` of the tokens: one sheet at a time. */
export const narrowQuery = "(width < 48rem)";

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
