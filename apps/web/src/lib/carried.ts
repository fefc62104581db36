/** What this page would hand over, by key. */
const readers = new Map<string, () => unknown>();

/**
 * What the page before handed over under this key, once; undefined where it handed over nothing. `read` is asked when this page
 * hands over itself. The value passes through JSON.
 */
export function takeCarried<T>(key: string, read: () => T): T | undefined {
  readers.set(key, read);
  try {
    const carried = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return carried === null ? undefined : (JSON.parse(carried) as T);
  } catch {
    return undefined;
  }
}

/** Before a full page load that the app itself does: what is being written is there again on the next page. */
export function carryWriting(): void {
  try {
    for (const [key, read] of readers) sessionStorage.setItem(key, JSON.stringify(read()));
  } catch {
    // Storage is closed to this page.
  }
}

/** Loads the page anew, as its browser would, and keeps what is being written. */
export function reloadPage(): void {
  carryWriting();
  window.location.reload();
}
