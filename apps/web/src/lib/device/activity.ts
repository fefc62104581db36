/** Signs of a person's own hands: an open page alone is no activity (rules-rooms 52). */
const inputs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;

/** Calls the listener at each sign that somebody sits before the page, the present one included. Returns the way to stop. */
export function listenToActivity(onActive: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const input of inputs)
    addEventListener(input, onActive, { signal, passive: true, capture: true });
  addEventListener("focus", onActive, { signal });
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && document.hasFocus() && onActive(),
    { signal },
  );
  if (document.visibilityState === "visible" && document.hasFocus()) onActive();
  return () => stopping.abort();
}
