import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  const events = new AbortController();
  const { signal } = events;
  window.addEventListener("online", listener, { signal });
  window.addEventListener("offline", listener, { signal });
  return () => events.abort();
}

/** False when the browser knows that there is no network; true promises nothing. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
