import { createStore } from "@colbin/client";

/** Of this browser, whoever uses it. */
const key = "closedSections";
const closedAtFirst: readonly string[] = ["groups"];

/** Which sections of the sidebar are closed, by their ids. */
export const closedSections = createStore<readonly string[]>(read());

/** Opens a closed section and closes an open one, also for the next visit. */
export function toggleSection(id: string): void {
  const closed = closedSections.getSnapshot();
  const next = closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id];
  closedSections.update(() => next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage is closed to this page: it stays as it is for this visit.
  }
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(kept)
      ? kept.filter((each: unknown) => typeof each === "string")
      : closedAtFirst;
  } catch {
    return closedAtFirst;
  }
}
