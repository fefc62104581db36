import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  const events = new AbortController();
  const { signal } = events;
  window.addEventListener("focus", listener, { signal });
  window.addEventListener("blur", listener, { signal });
  document.addEventListener("visibilitychange", listener, { signal });
  return () => events.abort();
}

/** Is the page on the screen? */
export function useWindowSight(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
}

/** Does somebody look at this page now? */
export function useWindowFocus(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible" && document.hasFocus(),
  );
}
