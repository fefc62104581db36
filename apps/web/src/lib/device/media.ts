import { useSyncExternalStore } from "react";

/** Below `pair` of the tokens: one sheet at a time. */
export const narrowQuery = "(width < 48rem)";

/** Where a field takes the focus by itself: not where that would bring up a keyboard over half of the screen. */
export function wantsFocus(): boolean {
  return window.matchMedia("(hover: hover) and (pointer: fine)").matches;
}

/** A phone or tablet, whose way back is expected to close what lies over a page before it leaves the page. */
export function isHandheld(): boolean {
  return window.matchMedia(`${narrowQuery}, (pointer: coarse)`).matches;
}

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
