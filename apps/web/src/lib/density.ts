import { useSyncExternalStore } from "react";

export type Density = "comfortable" | "compact";

const storageKey = "density";
const listeners = new Set<() => void>();

function readDensity(): Density {
  return document.documentElement.dataset["density"] === "compact" ? "compact" : "comfortable";
}

/** Shows it at once and keeps it for the next visit. */
export function setDensity(density: Density): void {
  if (density === "compact") document.documentElement.dataset["density"] = density;
  else delete document.documentElement.dataset["density"];
  for (const listener of listeners) listener();
  try {
    if (density === "compact") localStorage.setItem(storageKey, density);
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is closed to this page: the choice lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How close together things stand. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, readDensity);
}
