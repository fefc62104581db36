import { keepInTab, readInTab } from "./tab-storage.ts";

/** Answers the values that this page hands over, by key. */
const readers = new Map<string, () => unknown>();

/**
 * The value that the page before handed over under this key, once; undefined where it handed over nothing. `read` is asked when
 * this page hands over itself. The value passes through JSON.
 */
export function takeCarried<T>(key: string, read: () => T): T | undefined {
  readers.set(key, read);
  const carried = readInTab(key) as T | undefined;
  keepInTab(key, undefined);
  return carried;
}

/** Before a full page load that the app itself does: texts that are being written are there again on the next page. */
export function carryWriting(): void {
  for (const [key, read] of readers) keepInTab(key, read());
}

/** Loads the page anew, as its browser would, and keeps the texts that are being written. */
export function reloadPage(): void {
  carryWriting();
  window.location.reload();
}
