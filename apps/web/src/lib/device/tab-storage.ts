/*
 * Values of one tab, which outlive a full page load. They pass through JSON; where the browser closes its storage to the page, nothing is
 * kept.
 */

/** Keeps the value in the place of the one before; undefined takes that away. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is closed to this page, or full.
  }
}

/** The kept value; undefined where there is none. */
export function readInTab(key: string): unknown {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}
